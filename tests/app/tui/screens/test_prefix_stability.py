"""The board and the break panel of one conversation."""

from __future__ import annotations

from dataclasses import replace
from time import perf_counter

from textual.pilot import Pilot

from app.errors import UserError
from app.tui.app import ColdbyteApp
from app.tui.screens.inspector import InspectorScreen
from app.tui.screens.prefix_stability import PrefixStabilityScreen
from app.tui.source import Source
from tests.app.tui.invented import board, board_row, source
from tests.app.tui.reading import settled


async def opened(pilot: Pilot[None], answers: Source, request_id: int | None = None) -> str:
    await pilot.app.push_screen(PrefixStabilityScreen(answers, "a1b2c3d4", request_id))
    return await settled(pilot)


async def test_the_first_break_is_shown_at_once() -> None:
    async with ColdbyteApp(source()).run_test() as pilot:
        shown = await opened(pilot, source())
        assert "─ request 4 · system[0].text · character 6,000 · byte 41,310" in shown
        assert "say the time in the last user message" in shown


async def test_n_and_p_step_from_break_to_break() -> None:
    async with ColdbyteApp(source()).run_test() as pilot:
        await opened(pilot, source())
        await pilot.press("n")
        assert "request 8" in await settled(pilot)
        await pilot.press("n")
        assert "request 8" in await settled(pilot), "there is no break behind the last one"
        await pilot.press("p")
        assert "request 4" in await settled(pilot)


async def test_the_panel_follows_the_cursor() -> None:
    async with ColdbyteApp(source()).run_test() as pilot:
        await opened(pilot, source())
        await pilot.press("j")
        assert "carried whole, no break" in await settled(pilot)


async def test_a_warning_is_told_as_one() -> None:
    async with ColdbyteApp(source()).run_test() as pilot:
        shown = await opened(pilot, source(), request_id=110)
        assert "reply-not-replayed" in shown
        assert "warning ─" in shown


async def test_enter_inspects_the_request_under_the_cursor() -> None:
    async with ColdbyteApp(source()).run_test() as pilot:
        await opened(pilot, source())
        await pilot.press("enter")
        assert "request 4 · claude-sonnet-5" in await settled(pilot)
        assert isinstance(pilot.app.screen, InspectorScreen)


async def test_a_conversation_without_requests_is_empty_not_broken() -> None:
    empty = source(board=lambda name: replace(board(), rows=(), widest=0))
    async with ColdbyteApp(source()).run_test() as pilot:
        assert "0 requests" in await opened(pilot, empty)
        await pilot.press("enter", "n", "j")
        assert isinstance(pilot.app.screen, PrefixStabilityScreen)


async def test_an_error_is_told_in_its_own_words() -> None:
    def gone(name: str) -> object:
        raise UserError("conversation a1b2c3d4 is not in this database")

    async with ColdbyteApp(source()).run_test() as pilot:
        assert "is not in this database" in await opened(pilot, source(board=gone))
        await pilot.press("q")
        assert not isinstance(pilot.app.screen, PrefixStabilityScreen)


async def test_a_hundred_thousand_requests_answer_a_key_as_fast_as_ten() -> None:
    rows = (*[board_row(5)] * 99_999, board_row(100_000))
    long = replace(board(), rows=rows, widest=rows[-1].prompt_tokens)
    answers = source(board=lambda name: long)
    async with ColdbyteApp(source()).run_test(size=(160, 48)) as pilot:
        await opened(pilot, answers)
        started = perf_counter()
        await pilot.press("end")
        shown = await settled(pilot)
        assert perf_counter() - started < 1
        assert "100,000" in shown
