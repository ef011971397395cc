from __future__ import annotations

from dataclasses import replace

import pytest

from app.prefix_stability.further import repaired
from tests.app.prefix_stability.asking import only
from tests.talks import chat, prose, sent


@pytest.mark.parametrize(
    ("old", "new", "mended"),
    [
        ("at 10:00 we count ten jars", "at 10:35 we count two jars", "at 10:35 we count ten jars"),
        ("at 10:00 we count", "at 10:35 we count", None),
        ("a b c d e f", "a x c d e f", None),
        ("one thing", "another matter", None),
    ],
)
def test_the_first_difference_is_made_good(old: str, new: str, mended: str | None) -> None:
    assert repaired(old, new) == mended


def test_a_clock_and_a_task_list_in_one_block_are_two_changes() -> None:
    talks = [
        replace(talk, system=(f"It is 10:0{i}:00.\n\n{prose(903, 1200)}\n\n# Tasks\n- [{mark}] count jars",))
        for i, (talk, mark) in enumerate(zip(chat(2), " x", strict=True))
    ]
    found = only(sent(talks))
    assert (found.cause, [change.cause for change in found.behind]) == ("clock", ["workspace-state"])


def test_a_date_beside_a_clock_is_one_kind_after_the_other() -> None:
    talks = [
        replace(talk, system=(f"Date: 2026-11-2{5 + i}.\n{prose(903, 1200)}\nIt is 23:5{9 - i}.",))
        for i, talk in enumerate(chat(2))
    ]
    found = only(sent(talks))
    assert (found.cause, [change.cause for change in found.behind]) == ("date-rollover", ["clock"])
