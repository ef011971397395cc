from __future__ import annotations

import pytest

from app.prefix_stability.recognisers.surroundings import changed_lines, enclosing


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("<memory>likes |tea</memory>", ["memory "]),
        ("<a><b>x</b>|y</a>", ["a "]),
        ('<source id="|1">The archive', ['source  id="1"']),
        ("</source |>", []),
        ("# Tasks\n- one|", ["Tasks"]),
        ("Open files:\nlist.md|", ["Open files"]),
        ("1 < 2 and |3 > 2", []),
    ],
)
def test_a_place_is_enclosed_by_what_names_it(text: str, names: list[str]) -> None:
    at = text.index("|")
    assert list(enclosing(text.replace("|", ""), at)) == names


def test_changed_lines_are_those_of_both_texts_without_the_empty_ones() -> None:
    assert changed_lines("a\nb\nc", "a\nx\n\nc", 2, 2) == ["b", "x"]
