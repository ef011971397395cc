"""A series in a few cells."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from app.tui.widgets.sparkline import sparkline

shares = st.none() | st.floats(min_value=0, max_value=1)


def test_a_drop_shows() -> None:
    assert sparkline([1.0, 1.0, 0.1, 1.0], 10) == "▇▇▁▇"


def test_unknown_is_blank_not_low() -> None:
    assert sparkline([1.0, None, 0.0], 3) == "▇ ▁"


def test_a_bucket_shows_the_mean_of_what_is_known() -> None:
    assert sparkline([1.0, None, 0.0, 0.0], 2) == "▇▁"


@given(st.lists(shares, max_size=50), st.integers(min_value=1, max_value=20))
def test_one_bar_a_bucket_and_never_more_than_there_is_room(series: list[float | None], width: int) -> None:
    assert len(sparkline(series, width)) == min(width, len(series))
