"""Which items of two sequences correspond: what stayed in order, what moved, and what lies between.

Items that occur once on both sides are anchors. The longest run of anchors that are in the same order on both
sides has stayed; an anchor outside of it has moved. Between two anchors that stayed, equal items at either end
stayed too, and the rest is a gap. That takes n log n, however much was moved.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple


class Gap(NamedTuple):
    """Items of both sides between two that stayed. Places count from the start of each side."""

    old: range
    new: range


@dataclass(frozen=True, slots=True)
class Alignment:
    """Places by side: what moved, and gaps without it."""

    moved: frozenset[int]  # of the new side
    moved_from: frozenset[int]  # of the old side
    gaps: tuple[Gap, ...]


def align(old: Sequence[int], new: Sequence[int]) -> Alignment:
    """How `new` came from `old`."""
    anchors = _anchors(old, new)
    stayed = _rising(anchors)
    kept = {place for place, _ in stayed}
    moved = [(a, b) for a, b in anchors if a not in kept]
    ends = [(-1, -1), *stayed, (len(old), len(new))]
    gaps = (
        _gap(old, new, (a + 1, c), (b + 1, d)) for (a, b), (c, d) in pairwise(ends) if c - a > 1 or d - b > 1
    )
    return Alignment(
        moved=frozenset(b for _, b in moved),
        moved_from=frozenset(a for a, _ in moved),
        gaps=tuple(gap for gap in gaps if gap.old or gap.new),
    )


def _anchors(old: Sequence[int], new: Sequence[int]) -> list[tuple[int, int]]:
    """Pairs of places of the items that occur once on both sides, in the old order."""
    olds, news = Counter(old), Counter(new)
    place = {item: b for b, item in enumerate(new) if news[item] == 1}
    return [(a, place[item]) for a, item in enumerate(old) if olds[item] == 1 and item in place]


def _rising(pairs: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The longest part of `pairs` whose second places rise as well."""
    ends: list[int] = []  # the smallest last place of a rising part of each length
    last: list[int] = []  # which pair that is
    before: list[int] = []
    for number, (_, place) in enumerate(pairs):
        length = bisect_left(ends, place)
        before.append(last[length - 1] if length else -1)
        if length == len(ends):
            ends.append(place)
            last.append(number)
        else:
            ends[length], last[length] = place, number
    return list(_traced(pairs, before, last[-1] if last else -1))[::-1]


def _traced(
    pairs: Sequence[tuple[int, int]], before: Sequence[int], number: int
) -> Iterator[tuple[int, int]]:
    while number >= 0:
        yield pairs[number]
        number = before[number]


def _gap(old: Sequence[int], new: Sequence[int], olds: tuple[int, int], news: tuple[int, int]) -> Gap:
    """What lies between two anchors, without the equal items at its ends."""
    (a, c), (b, d) = olds, news
    while a < c and b < d and old[a] == new[b]:
        a, b = a + 1, b + 1
    while a < c and b < d and old[c - 1] == new[d - 1]:
        c, d = c - 1, d - 1
    return Gap(range(a, c), range(b, d))
