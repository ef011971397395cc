"""How far two sequences agree, found at the speed at which memory is compared."""

from __future__ import annotations

from collections.abc import Sequence


def common_start(a: Sequence[object], b: Sequence[object]) -> int:
    """Length of the longest common prefix of two sequences of one type, found by comparing ever smaller slices."""
    low, high = 0, min(len(a), len(b))
    if a[:high] == b[:high]:
        return high
    while high - low > 1:  # equal up to `low`, different before `high`
        middle = (low + high) // 2
        if a[low:middle] == b[low:middle]:
            low = middle
        else:
            high = middle
    return low
