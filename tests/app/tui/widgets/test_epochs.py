"""Epochs as lines."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

from app.tui.widgets.epochs import (
    History,
    describe,
    draw_row,
    draw_sizes,
    heading,
    headline,
)
from tests.app.tui.invented import board, epoch, epochs
from tests.app.tui.reading import text_of, texts_of

HISTORY = History(epochs(), board().rows)
STILL_OPEN = epochs()[1]


def test_the_headline_says_whether_it_paid() -> None:
    assert text_of(headline(HISTORY)) == "history shrank once · freed 18.6k tokens · it has paid"


def test_what_would_pay_after_the_last_request_has_not_paid() -> None:
    later = History([epoch(breaks_even_at=40), STILL_OPEN], board().rows)
    assert "not paid back yet" in text_of(headline(later))
    assert "… by request 40" in text_of(draw_row(later.epochs[0], 12, 78))


def test_a_history_that_never_shrank_says_how_near_its_budget_it_came() -> None:
    whole = History([replace(STILL_OPEN, first=1)], board().rows)
    assert text_of(headline(whole)) == "history never shrank · the longest prompt took 97 % of its budget"


def test_a_row_names_tier_sizes_money_and_the_request_that_paid() -> None:
    row = text_of(draw_row(epoch(), 12, 120))
    for expected in (
        "1-8",
        "summary",
        "31.0k",
        "12.4k",
        "18.6k",
        "9.8k",
        "$0.0245",
        "$0.0180 fork",
        "✔ request 11",
    ):
        assert expected in row


def test_without_a_price_nobody_knows_whether_it_pays() -> None:
    assert text_of(draw_row(epoch(cost_usd=None, breaks_even_at=None), 12, 78)).endswith("● ?")
    assert "✖ never" in text_of(draw_row(epoch(cost_usd=Decimal(1), breaks_even_at=None), 12, 78))


def test_rows_and_heading_fit_a_small_terminal() -> None:
    assert all(len(text_of(line)) <= 78 for line in (heading(78), *(draw_row(e, 12, 78) for e in epochs())))


def test_particulars_tell_what_was_kept() -> None:
    (told,) = texts_of(describe(epoch(), 200))
    assert "declared by the log · between turns" in told
    assert "kept 2 last blocks, 1 pinned text, 1 skill" in told


def test_a_model_without_a_known_window_has_no_budget_and_no_lines() -> None:
    bare = History([replace(STILL_OPEN, first=1, budget=None)], board().rows)
    assert "window is not known" in text_of(headline(bare))
    assert not any("80 %" in row for row in texts_of(draw_sizes(bare, 0, 78, 10)))


def test_the_plot_marks_the_budget_the_cut_and_the_epoch_under_the_cursor() -> None:
    rows = texts_of(draw_sizes(HISTORY, 1, 78, 12))
    assert len(rows) == 12
    assert [name for row in rows if (name := row[:7].strip())] == ["40.0k", "80 %", "70 %"]
    assert rows[-2].index("▲") < rows[-2].index("━")
    assert rows[-1].split() == ["1", "9", "12"]


def test_a_prompt_far_below_its_budget_is_drawn_to_its_own_scale() -> None:
    small = tuple(replace(row, prompt_tokens=row.prompt_tokens / 10) for row in board().rows)
    rows = texts_of(draw_sizes(History(epochs(), small), 0, 78, 10))
    assert rows[0].startswith("   3.9k ┤")


def test_a_request_belongs_to_the_epoch_that_it_ended() -> None:
    assert [HISTORY.epoch_of(number) for number in (1, 8, 9, 10, 12)] == [0, 0, 0, 1, 1]
