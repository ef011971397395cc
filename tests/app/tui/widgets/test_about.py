"""Title and facts on one line."""

from __future__ import annotations

from app.tui.widgets.about import draw_about
from tests.app.tui.reading import text_of


def test_facts_stand_at_the_right_as_far_as_they_fit() -> None:
    assert (
        text_of(draw_about("A title", ("12 requests", "", "opus"), 40))
        == "A title               12 requests · opus"
    )
    assert text_of(draw_about("A title", ("12 requests", "bodies exact"), 40)).endswith("  12 requests")


def test_a_long_title_gives_way() -> None:
    line = text_of(draw_about("long " * 40, ("12 requests",), 40))
    assert len(line) == 40
    assert line.endswith("…  12 requests")
