"""From the board to each view of a conversation, from view to view, and back."""

from __future__ import annotations

import pytest
from textual.pilot import Pilot

from app.errors import UserError
from app.tui.app import ColdbyteApp
from app.tui.screens.inspector import InspectorScreen
from app.tui.screens.prefix_stability import PrefixStabilityScreen
from app.tui.screens.views import Place, View
from app.tui.source import Source
from app.tui.widgets.view_strip import VIEWS, ViewStrip
from tests.app.tui.invented import source
from tests.app.tui.reading import settled

PLACE = Place("a1b2c3d4", "Fix the flaky login test", tuple(range(101, 113)), 4)


async def press(pilot: Pilot[None], *keys: str) -> str:
    shown = ""
    for key in keys:
        await pilot.press(key)
        shown = await settled(pilot)
    return shown


async def board(pilot: Pilot[None], answers: Source | None = None) -> str:
    await settled(pilot)
    await pilot.app.push_screen(PrefixStabilityScreen(answers or source(), "a1b2c3d4", None))
    return await settled(pilot)


def test_a_place_stays_within_its_conversation() -> None:
    assert [PLACE.moved(by).number for by in (-9, -1, 1, 99)] == [1, 3, 5, 12]


@pytest.mark.parametrize("view", VIEWS[1:], ids=lambda view: view.name)
async def test_a_view_is_one_key_away_and_back_keeps_the_place(view: object) -> None:
    async with ColdbyteApp(source()).run_test() as pilot:
        await board(pilot)
        await press(pilot, "j", view.key)  # type: ignore[attr-defined]
        screen = pilot.app.screen
        assert isinstance(screen, View)
        assert screen.verb == view.name  # type: ignore[attr-defined]
        assert screen.place is not None
        assert screen.place.number == 5
        assert screen.command().startswith(f"coldbyte {screen.verb} ")
        await press(pilot, "q")
        assert isinstance(pilot.app.screen, PrefixStabilityScreen)
        assert pilot.app.screen.board.cursor == 4


async def test_views_take_each_others_place() -> None:
    async with ColdbyteApp(source()).run_test() as pilot:
        await board(pilot)
        depth = len(pilot.app.screen_stack)
        await press(pilot, "2", "j", "4", "5", "6")
        assert len(pilot.app.screen_stack) == depth + 1
        assert isinstance(pilot.app.screen, View)
        assert pilot.app.screen.place == PLACE.at(5)
        await press(pilot, "6", "1")
        assert isinstance(pilot.app.screen, PrefixStabilityScreen)


async def test_a_click_on_the_strip_opens_a_view() -> None:
    async with ColdbyteApp(source()).run_test() as pilot:
        await board(pilot)
        await pilot.click(ViewStrip, offset=(28, 0))
        assert "history shrank once" in await settled(pilot)


async def test_the_palette_offers_every_view_of_a_conversation() -> None:
    async with ColdbyteApp(source()).run_test() as pilot:
        await settled(pilot)
        offered = [command.title for command in pilot.app.get_system_commands(pilot.app.screen)]
        assert "epochs" not in offered
        await board(pilot)
        commands = {command.title: command for command in pilot.app.get_system_commands(pilot.app.screen)}
        assert {view.name for view in VIEWS} <= set(commands)
        commands["epochs"].callback()
        assert "history shrank once" in await settled(pilot)


async def test_help_explains_keys_and_glyphs_of_the_view() -> None:
    async with ColdbyteApp(source()).run_test(size=(80, 24)) as pilot:
        await board(pilot)
        shown = await press(pilot, "3", "question_mark")
        for expected in (
            "simulate",
            "history shrank here",
            "simulated figure",
            "coldbyte epochs traces.jsonl",
        ):
            assert expected in shown


@pytest.mark.parametrize("view", VIEWS[1:], ids=lambda view: view.name)
async def test_an_error_is_told_and_leads_back(view: object) -> None:
    def gone(*asked: object) -> object:
        raise UserError("conversation a1b2c3d4 is not in this database")

    answers = source(costs=gone, epochs=gone, filling=gone, journal=gone, simulation=gone)
    async with ColdbyteApp(source()).run_test() as pilot:
        await board(pilot, answers)
        assert "is not in this database" in await press(pilot, view.key)  # type: ignore[attr-defined]
        await press(pilot, "q")
        assert isinstance(pilot.app.screen, PrefixStabilityScreen)


@pytest.mark.parametrize("key", "236")
async def test_enter_inspects_the_request_under_the_cursor(key: str) -> None:
    async with ColdbyteApp(source()).run_test() as pilot:
        await board(pilot)
        shown = await press(pilot, key, "enter")
        assert isinstance(pilot.app.screen, InspectorScreen)
        assert "request 4 · claude-sonnet-5" in shown
