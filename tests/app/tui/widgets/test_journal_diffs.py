"""Changes as lines."""

from __future__ import annotations

from app.tui.widgets.journal_diffs import (
    Entry,
    draw_changes,
    draw_entry,
    draw_strip,
    entries_between,
    entries_of,
)
from tests.app.tui.invented import change, journal, snapshot_diff
from tests.app.tui.reading import text_of, texts_of


def drawn(entries: list[Entry], width: int = 120) -> list[str]:
    return texts_of([draw_entry(entry, width) for entry in entries])


def test_the_strip_shows_the_worst_of_each_request_and_the_watermark_below() -> None:
    strip, mark = texts_of(draw_strip(journal(3, 4), 80))
    assert strip == "journal   +++~"
    assert mark.startswith("            ▲ watermark: 3,")
    assert mark.endswith("uncommitted from 4")


def test_the_watermark_of_a_long_journal_is_told_at_its_left() -> None:
    entries = tuple(change(request=n) for n in range(1, 1_001))
    strip, mark = texts_of(draw_strip(journal(999, 1_000, entries=entries, watermark=1_000), 80))
    assert strip == "journal   " + "+" * 70
    assert mark.endswith("up to there ▲")
    assert len(mark) == 80


def test_where_nothing_is_held_or_known_there_is_no_mark() -> None:
    assert "▲" not in texts_of(draw_strip(journal(watermark=None), 80))[1]


def test_changes_are_counted_and_whole_sections_named() -> None:
    assert (
        text_of(draw_changes(journal()))
        == "changes   1 added · 1 rewritten · unchanged: tools, system, params"
    )
    assert text_of(draw_changes(journal(diff=()))).startswith("changes   nothing")


def test_a_rewritten_block_tells_both_sizes() -> None:
    rewritten, added, *_ = drawn(entries_of(journal()))
    assert rewritten.startswith("~ messages[2].content[0]")
    assert rewritten.endswith("9,800 > 310 tok")
    assert added.startswith("+ ")


def test_a_parameter_has_no_size() -> None:
    (row,) = drawn(
        entries_of(
            journal(diff=(change(section="params", path="params.effort", role="", tokens=None),), recorded=())
        )
    )
    assert row == "+ params.effort"


def test_what_agents_wrote_stands_below_with_its_author_and_its_way() -> None:
    heading, first, second = drawn(entries_of(journal())[2:], 160)
    assert heading == "kept by the agents themselves"
    assert "1 reviewer by way of a1b2c3d4.2 > a1b2c3d4" in first
    assert "committed" in first
    assert "uncommitted      applied twice: the same as 1" in second


def test_snapshots_differ_in_messages_notes_and_prefix() -> None:
    added, note, prefix = drawn(entries_between(snapshot_diff()))
    assert added.split() == ["+", "user", "And", "now", "run", "the", "tests."]
    assert "scratchpad plan" in note
    assert '["test", "release"]' in note
    assert prefix == "~ prefix"
