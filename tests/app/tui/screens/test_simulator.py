"""Predicted beside reported reads."""

from __future__ import annotations

from app.tui.app import ColdbyteApp
from app.tui.screens.simulator import SimulatorScreen
from tests.app.tui.invented import source
from tests.app.tui.reading import settled
from tests.app.tui.screens.test_views import PLACE


async def test_n_and_p_step_from_residual_to_residual() -> None:
    async with ColdbyteApp(source()).run_test() as pilot:
        await pilot.app.push_screen(SimulatorScreen(source(), PLACE))
        assert "provider-miss" in await settled(pilot)
        screen = pilot.app.screen
        assert isinstance(screen, SimulatorScreen)
        cursors = []
        for key in "nnp":
            await pilot.press(key)
            await settled(pilot)
            cursors.append(screen.requests.cursor)
        assert cursors == [7, 7, 3]
