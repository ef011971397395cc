from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.prefix_stability.leaf import first_difference, same, same_but_for_types


@pytest.mark.parametrize(
    ("old", "new", "path", "offset"),
    [
        ({"text": "ab"}, {"text": "ac"}, ".text", 1),
        ({"a": [{"t": "x"}]}, {"a": [{"t": "y"}]}, ".a[0].t", 0),
        ({"a": [1]}, {"a": [1, 2]}, ".a[1]", None),
        ({"a": 1, "b": 2}, {"b": 2, "a": 1}, "", None),
        ({"s": {"a": 1, "b": 2}}, {"s": {"b": 2, "a": 1}}, ".s", None),
        ({"limit": "20"}, {"limit": 20}, ".limit", None),
        ({"a": 1}, {"a": 1, "b": 2}, ".b", None),
        ("whole", "whale", "", 2),
    ],
)
def test_the_first_difference_has_a_path_and_an_offset(
    old: Any, new: Any, path: str, offset: int | None
) -> None:
    leaf = first_difference(old, new)
    assert leaf is not None
    assert (leaf.path, leaf.offset) == (path, offset)


def test_types_count_and_the_order_of_keys_does_not() -> None:
    assert same({"a": 1, "b": [2]}, {"b": [2], "a": 1})
    assert not same(1, True)
    assert not same(1, 1.0)
    assert same_but_for_types({"a": "1"}, {"a": 1})


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text("ab", max_size=2), inner, max_size=3),
    max_leaves=8,
)


@given(JSON, JSON)
def test_values_without_a_difference_are_the_same(old: Any, new: Any) -> None:
    if first_difference(old, new) is None:
        assert same(old, new)
