"""Reading what is drawn: lines as text, and what an app has on its screen."""

from __future__ import annotations

from collections.abc import Sequence

from textual.app import App
from textual.pilot import Pilot

from app.tui.lines import Line


def text_of(line: Line) -> str:
    """A line without its roles."""
    return "".join(text for text, _ in line)


def texts_of(lines: Sequence[Line]) -> list[str]:
    """Lines without roles and without the blanks at their ends."""
    return [text_of(line).rstrip() for line in lines]


def screen_text(app: App[None]) -> str:
    """Every character on the screen, row by row, as it goes to the terminal."""
    width, height = app.size
    rows = app.screen._compositor.render_strips()
    assert len(rows) == height
    return "\n".join(strip.crop(0, width).text for strip in rows)


async def settled(pilot: Pilot[None]) -> str:
    """What is on the screen once every question has been answered."""
    await pilot.app.workers.wait_for_complete()
    await pilot.pause()
    return screen_text(pilot.app)
