"""The head of the home screen."""

from __future__ import annotations

import re

from app.analysis.overview import survey
from app.tui.lines import width_of
from app.tui.source import Progress
from app.tui.widgets.overview import draw_overview, draw_progress
from tests.app.tui.invented import breaks, conversation, conversations
from tests.app.tui.reading import texts_of

OVERVIEW = survey(conversations(), breaks())


def test_four_figures_answer_before_anything_else() -> None:
    title, blank, labels, values = texts_of(draw_overview("traces.db", OVERVIEW, 120))
    assert title.startswith("coldbyte  traces.db")
    assert blank == ""
    assert " ".join(labels.split()) == "spent without any cache lost to breaks cache efficiency"
    assert values.split() == ["$72.74", "●", "$348.62", "●", "$17.52", "●", "24", "%", "94.0", "%", "●"]


def test_a_narrow_head_leaves_out_the_dates_rather_than_the_counts() -> None:
    lines = draw_overview("traces.db", OVERVIEW, 78)
    assert texts_of(lines)[0].endswith("7 conversations · 1 side call · 491 requests · 7 unpriced")
    assert all(width_of(line) <= 78 for line in lines)


def test_until_the_figures_are_known_only_the_name_stands_there() -> None:
    assert texts_of(draw_overview("traces.db", None, 80)) == ["coldbyte  traces.db"]


def test_unpriced_conversations_leave_question_marks() -> None:
    unpriced = survey([conversation(actual_usd=None, fresh_usd=None, lost_usd=None)], [])
    values = texts_of(draw_overview("x", unpriced, 100))[-1]
    assert values.split() == ["?", "●", "?", "●", "?", "●", "?", "●"]


def test_progress_is_drawn_to_scale_where_the_total_is_known() -> None:
    label, bar = texts_of(draw_progress(Progress("reading a.jsonl", 50, 200), 80))
    assert label == "reading a.jsonl"
    assert bar.count("█") * 4 == len(bar.split()[0])
    assert bar.endswith("25 %")


def test_without_a_total_progress_is_a_count() -> None:
    assert texts_of(draw_progress(Progress("reading", 1_200), 80)) == ["reading", "1,200"]


def test_in_a_small_terminal_the_figures_stay_apart() -> None:
    labels = texts_of(draw_overview("traces.db", OVERVIEW, 58))[2]
    assert "…" in labels
    assert not re.search(r"…\S", labels)
