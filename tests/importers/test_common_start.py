from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from importers.common_start import common_start


@given(st.text(max_size=40), st.text(max_size=40))
def test_the_common_start_is_common_and_longest(a: str, b: str) -> None:
    length = common_start(a, b)
    assert a[:length] == b[:length]
    assert a[length : length + 1] != b[length : length + 1] or length == len(a) == len(b)
