from __future__ import annotations

import io
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from importers.apis.json_text import UnreadableError
from importers.notations.tnetstrings import values


def written(value: Any) -> bytes:
    data, tag = _written(value)
    return b"%d:%b%b" % (len(data), data, tag)


def _written(value: Any) -> tuple[bytes, bytes]:
    if value is None:
        return b"", b"~"
    if isinstance(value, bool):
        return str(value).lower().encode(), b"!"
    if isinstance(value, int):
        return str(value).encode(), b"#"
    if isinstance(value, float):
        return str(value).encode(), b"^"
    if isinstance(value, bytes):
        return value, b","
    if isinstance(value, str):
        return value.encode(), b";"
    if isinstance(value, list):
        return b"".join(map(written, value)), b"]"
    return b"".join(written(key) + written(held) for key, held in value.items()), b"}"


scalars = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.binary() | st.text()
trees = st.recursive(
    scalars, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=12
)


@given(st.lists(trees, max_size=3))
def test_what_was_written_is_read(content: list[Any]) -> None:
    assert list(values(io.BytesIO(b"".join(map(written, content))))) == content


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (b"12:abc", "cut-flow"),
        (b"x:abc,", "bad-flow"),
        (b"3:abc?", "bad-flow"),
        (b"3:abc#", "bad-flow"),
        (b"4:9:a,]", "bad-flow"),
        (b"4:1:a,}", "bad-flow"),
        (b"99999999999:a,", "too-large"),
    ],
)
def test_what_is_broken_says_why(data: bytes, kind: str) -> None:
    with pytest.raises(UnreadableError) as error:
        list(values(io.BytesIO(data)))
    assert error.value.kind == kind


def test_nesting_has_a_limit() -> None:
    data = b"0:]"
    for _ in range(200):
        data = b"%d:%b]" % (len(data), data)
    with pytest.raises(UnreadableError, match="nested deeper"):
        list(values(io.BytesIO(data)))


def test_a_length_that_leads_backwards_is_refused() -> None:
    with pytest.raises(UnreadableError, match="out of its list"):
        list(values(io.BytesIO(b"5:-5:xx]")))
