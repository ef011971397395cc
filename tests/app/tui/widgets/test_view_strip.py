"""The strip of views."""

from __future__ import annotations

from app.tui.widgets.view_strip import VIEWS, draw_strip, view_at
from tests.app.tui.reading import text_of


def test_the_view_in_use_is_marked_by_a_glyph() -> None:
    assert text_of(draw_strip("epochs")).count("▸") == 1
    assert "▸3 epochs" in text_of(draw_strip("epochs"))


def test_every_view_has_a_key_of_its_own_and_the_strip_fits_a_small_terminal() -> None:
    assert len({view.key for view in VIEWS}) == len(VIEWS)
    assert len(text_of(draw_strip("breaks")).rstrip()) <= 78


def test_a_click_hits_the_name_below_it() -> None:
    strip = text_of(draw_strip(""))
    for view in VIEWS:
        assert view_at(strip.index(view.name)) == view.name
    assert view_at(len(strip)) is None
