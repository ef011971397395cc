"""Plot and list of epochs."""

from __future__ import annotations

from textual.pilot import Pilot

from app.tui.app import ColdbyteApp
from app.tui.screens.epochs import EpochsScreen
from app.tui.source import Source
from tests.app.tui.invented import source
from tests.app.tui.reading import settled
from tests.app.tui.screens.test_views import PLACE


async def opened(pilot: Pilot[None], answers: Source) -> str:
    await pilot.app.push_screen(EpochsScreen(answers, PLACE))
    return await settled(pilot)


async def test_the_answer_stands_in_the_second_line() -> None:
    async with ColdbyteApp(source()).run_test() as pilot:
        shown = await opened(pilot, source())
        assert (
            shown.splitlines()[1].strip().startswith("history shrank once · freed 18.6k tokens · it has paid")
        )
        assert "kept 2 last blocks" in shown


async def test_the_particulars_follow_the_cursor() -> None:
    async with ColdbyteApp(source()).run_test() as pilot:
        await opened(pilot, source())
        await pilot.press("j")
        assert "each request continues the one before" in await settled(pilot)
        await pilot.press("k", "enter")
        assert "request 9 · claude-sonnet-5" in await settled(pilot), "the first one behind the cut"


async def test_a_conversation_of_which_nothing_is_known_is_empty_not_broken() -> None:
    async with ColdbyteApp(source()).run_test() as pilot:
        shown = await opened(pilot, source(epochs=lambda name: []))
        assert "history never shrank" in shown
        await pilot.press("j", "enter", "q")
        assert pilot.app.is_running
