"""Columns to scale, in cells."""

from __future__ import annotations

from itertools import chain

from hypothesis import given
from hypothesis import strategies as st

from app.tui.lines import width_of
from app.tui.widgets.plot import AXIS, Band, Level, columns, draw_axis, draw_labels, draw_plot
from tests.app.tui.reading import text_of, texts_of

FULL = ("█", "read")
PALE = ("·", "fresh")


@given(st.integers(1, 500), st.integers(1, 200))
def test_every_thing_has_a_cell_and_no_plot_is_too_wide(count: int, width: int) -> None:
    cells = columns(count, width)
    assert len(cells) <= width
    assert set(chain.from_iterable(cells)) == set(range(count))


def test_nothing_takes_no_cell() -> None:
    assert columns(0, 80) == columns(5, 0) == []


def test_a_column_is_as_high_as_its_value_to_an_eighth_of_a_cell() -> None:
    rows = texts_of(draw_plot([[Band(4, FULL)], [Band(2, FULL)], [Band(2.5, FULL)]], 4, 4, 20))
    assert [row[AXIS:] for row in rows] == ["█", "█ ▄", "███", "███"]


def test_the_least_above_nothing_is_seen() -> None:
    rows = texts_of(draw_plot([[Band(0.001, FULL)], [Band(0, FULL)]], 4, 2, 20))
    assert rows[-1][AXIS:] == "▁"


def test_bands_stand_on_one_another() -> None:
    rows = texts_of(draw_plot([[Band(1, FULL), Band(3, PALE)]], 4, 4, 20))
    assert [row[AXIS:] for row in rows] == ["", "·", "·", "█"]


def test_a_cell_shows_the_band_that_reaches_highest_in_it() -> None:
    hot = ("█", "alert")
    lines = draw_plot([[Band(2.5, FULL), Band(3, hot)], [Band(2.5, FULL), Band(4, hot)]], 4, 2, AXIS + 2)
    assert [span for span in lines[0] if span[1]][1:] == [("▄█", "alert")]


def test_a_level_is_named_and_gives_way_to_columns() -> None:
    rows = texts_of(
        draw_plot([[Band(4, FULL)], [Band(1, FULL)]], 4, 4, AXIS + 4, [Level(2.5, "70 %", ("┈", "edge"))])
    )
    assert rows[1] == "   70 % ┤█┈┈┈"


@given(st.lists(st.floats(0, 100), max_size=30), st.floats(0.1, 100), st.integers(1, 12))
def test_a_plot_fills_its_room_exactly(values: list[float], top: float, height: int) -> None:
    lines = draw_plot([[Band(min(value, top), FULL)] for value in values], top, height, AXIS + 30)
    assert [width_of(line) for line in lines] == [AXIS + 30] * height


def test_labels_keep_within_the_plot_and_off_each_other() -> None:
    shown = text_of(draw_labels([(0, "1"), (1, "2"), (5, "6"), (9, "31")], AXIS + 10))
    assert shown[AXIS:] == "1    6  31"


def test_the_axis_carries_its_marks() -> None:
    assert text_of(draw_axis([("─", ""), ("▲", "marker")])) == " " * (AXIS - 1) + "└─▲"
