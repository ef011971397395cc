"""Completing and checking what is typed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.tui.widgets.scope_input import completion, problem_of


@pytest.mark.parametrize(
    ("typed", "completed"),
    [
        ("la", "last("),
        ("last", "last("),
        ("last(4", "last(4)"),
        ("last(4)", None),
        ("last(4) & !ro", "last(4) & !role("),
        ("role(to", "role(tool"),
        ("role(user, a", "role(user, assistant"),
        ("(last(4)", "(last(4))"),
        ("zebra", None),
        ("@le", "@lean"),
        ("@lean", None),
        ("@x", None),
    ],
)
def test_words_and_brackets_are_completed(typed: str, completed: str | None) -> None:
    assert completion(typed, ("lean",)) == completed


@given(st.text("last(4)&|! role,@x", max_size=20))
def test_a_completion_goes_on_from_what_was_typed(text: str) -> None:
    suggested = completion(text, ("last-two",))
    assert suggested is None or (suggested.startswith(text) and suggested != text)


def test_a_problem_knows_its_place() -> None:
    problem = problem_of("last(2) & role(robot)")
    assert problem is not None
    assert problem.position == 15


@pytest.mark.parametrize("typed", ["", "  ", "@lean", "last(2) | since(3)"])
def test_what_can_be_read_is_no_problem(typed: str) -> None:
    assert problem_of(typed) is None
