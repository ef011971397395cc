from __future__ import annotations

import pytest

from app.prefix_stability.likeness import call_id, common_ends, similar
from tests.talks import prose


@pytest.mark.parametrize(
    ("old", "new", "answer"),
    [
        (prose(1), prose(1)[:300] + " [cut]", True),
        (prose(1), f"{prose(1)}\n{prose(2)}", True),
        (prose(1), prose(2), False),
        (prose(1), f"12:00 {prose(1)[30:-30]} 4 turns", True),
        ("yes", "no", False),
        ("", "", True),
        ("", "x", False),
    ],
)
def test_a_text_made_from_another_is_similar(old: str, new: str, answer: bool) -> None:
    assert similar(old, new) is answer


def test_ends_do_not_overlap() -> None:
    assert common_ends("aa", "aaa") == (2, 0)
    assert common_ends("xay", "xby") == (1, 1)


def test_a_call_and_its_result_are_tied_by_an_id() -> None:
    assert call_id({"type": "tool_result", "tool_use_id": "t1"}) == "t1"
    assert call_id({"toolResult": {"toolUseId": "t2", "content": []}}) == "t2"
    assert call_id({"functionResponse": {"name": "f"}}) is None
    assert call_id("text") is None
