from __future__ import annotations

from app.prefix_stability.excerpts import around, cut, shown


def test_an_excerpt_starts_a_little_in_front_of_the_difference() -> None:
    before, after = around("a" * 100 + "old" + "b" * 100, "a" * 100 + "new" + "b" * 100)
    assert before == "…" + "a" * 20 + "old" + "b" * 37 + "…"
    assert after.startswith("…" + "a" * 20 + "new")


def test_control_characters_are_shown() -> None:
    assert shown("a\n\x1b[31m\u202eb\t") == "a\\n\\u001b[31m\\u202eb\\t"


def test_short_texts_stand_whole() -> None:
    assert around("yes", "no") == ("yes", "no")
    assert cut("whole") == "whole"


def test_what_is_not_there_is_empty_and_json_is_written_out() -> None:
    assert around(None, {"type": "auto"}) == ("", '{"type":"auto"}')
