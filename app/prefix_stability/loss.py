"""How many tokens a break cost: what of the prompt had been sent before, less what was read.

Providers report a prompt's tokens as one sum. It is spread over the segments by what they hold, between points
that are known: wherever an earlier request of the lane ended, its own report tells the tokens up to there. That
is exact enough to tell a lost history from a lost line.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, pairwise

from app.prefix_stability.found import Found
from app.prefix_stability.markers import markers, needs_markers
from app.prefix_stability.pair import Pair, prompt_tokens
from app.requests import SentSegment
from app.trie import ROOT
from importers.records import Kind

# Characters of names, ids and brackets that a provider wraps around what a block says.
_WRAPPING = {Kind.TOOL_CALL: 90, Kind.TOOL_RESULT: 57, Kind.TOOL: 60}
_WRAPPED = 26


@dataclass(frozen=True, eq=False)
class Loss:
    """Tokens of one pair. Every count is None where the log reports no usage."""

    pair: Pair

    @cached_property
    def warm(self) -> int | None:
        """Tokens of the shared prefix."""
        return self.up_to(self.pair.shared)

    def up_to(self, segments: int) -> int | None:
        """Tokens of this request's first `segments`."""
        return None if self._now is None else round(self._now[segments])

    def held(self, changed: Sequence[Found]) -> int | None:
        """Tokens that the predecessor's prompt held too, wherever they stood, and of what changed in place."""
        return self._held_behind(self.pair.same, changed)

    def _held_behind(self, same: int, changed: Sequence[Found]) -> int | None:
        """The first `same` segments, which count as unchanged, and what the predecessor held too of those behind."""
        if self._now is None:
            return None
        before, now = self._before or self._now, self._now
        tokens = now[same]
        for i, place in self._kept:
            if i >= same:
                tokens += before[place + 1] - before[place] if self._before else now[i + 1] - now[i]
        for old, new in (pair for found in changed for pair in found.in_place):
            tokens += self._in_place(old, new, before, now)
        return min(round(tokens), round(now[-1]))

    def lost(self, changed: Sequence[Found]) -> int | None:
        """Tokens held before and not read."""
        held, read = self.held(changed), self.pair.read
        return None if held is None or read is None else max(0, held - read)

    def still_lost(self, change: Found) -> int | None:
        """What a change would cost by itself, everything in front of it being repaired."""
        held = self._held_behind(max(change.at, self.pair.same), (change,))
        readable = self.up_to(max((end for end in self._entries() if end <= change.at), default=0))
        return None if held is None or readable is None else max(0, held - readable)

    def _entries(self) -> Iterable[int]:
        pair = self.pair
        if not needs_markers(pair.profile):
            return range(len(pair.new) + 1)
        return [m.end for m in markers(pair.profile, pair.before, pair.old) if m.end <= len(pair.new)]

    @cached_property
    def _before(self) -> list[float] | None:
        """Tokens up to each segment of the predecessor; None where it counts in other tokens, or cannot be told.

        Nobody knows how many of its tokens a picture took, so where one stands behind the last known point and is
        gone from this request, this request's own report tells more.
        """
        total = prompt_tokens(self.pair.before)
        if total is None or self.pair.before.model != self.pair.now.model:
            return None
        known = self._known()
        start = known[-1][0] if known else 0
        if _pictures(self.pair.old[start:]) > _pictures(self.pair.new[start:]):
            return None
        return _spread(self.pair.old, [*known, (len(self.pair.old), total)])

    @cached_property
    def _now(self) -> list[float] | None:
        """Tokens up to each segment of this request."""
        total = prompt_tokens(self.pair.now)
        if total is None:
            return None
        shared = self.pair.same
        known = [point for point in self._known() if point[0] <= shared]
        if self._before:
            known.append((shared, self._before[shared]))
        return _spread(self.pair.new, [*known, (len(self.pair.new), total)])

    def _known(self) -> list[tuple[int, float]]:
        """Points on the predecessor's path where an earlier request of the lane ended: segments and tokens."""
        prompts, ends = self.pair.family.prompts, self.pair.ends
        node = prompts.parent[self.pair.before.prompt]
        found: list[tuple[int, float]] = []
        while node != ROOT:
            ended = ends.get(node)
            tokens = prompt_tokens(ended) if ended and ended.model == self.pair.now.model else None
            if tokens is not None:
                found.append((prompts.depth[node], tokens))
            node = prompts.parent[node]
        return found[::-1]

    @cached_property
    def _kept(self) -> list[tuple[int, int]]:
        """Segments behind the shared ones that the predecessor held too: their places in both, now and before."""
        same, text = self.pair.same, self.pair.family.text
        left: dict[bytes, list[int]] = {}
        for place in range(len(self.pair.old) - 1, same - 1, -1):
            left.setdefault(text(self.pair.old[place].block), []).append(place)
        found = []
        for i in range(same, len(self.pair.new)):
            places = left.get(text(self.pair.new[i].block))
            if places:
                found.append((i, places.pop()))
        return found

    def _in_place(
        self, old: SentSegment, new: SentSegment, before: Sequence[float], now: Sequence[float]
    ) -> float:
        """Tokens of a segment that changed: those of its shorter form."""
        if self._before:
            return self._of_old(old, before) * min(1.0, new.chars / max(1, old.chars))
        return self._of_new(new, now) * min(1.0, old.chars / max(1, new.chars))

    def _of_old(self, segment: SentSegment, before: Sequence[float]) -> float:
        at = next((i for i, s in enumerate(self.pair.old) if s.id == segment.id), None)
        return 0.0 if at is None else before[at + 1] - before[at]

    def _of_new(self, segment: SentSegment, now: Sequence[float]) -> float:
        at = next((i for i, s in enumerate(self.pair.new) if s.id == segment.id), None)
        return 0.0 if at is None else now[at + 1] - now[at]


def _pictures(segments: Iterable[SentSegment]) -> int:
    return sum(segment.kind is Kind.MEDIA for segment in segments)


def _weight(segment: SentSegment) -> int:
    return segment.chars + _WRAPPING.get(segment.kind, _WRAPPED)


def _spread(segments: Sequence[SentSegment], known: Sequence[tuple[int, float]]) -> list[float]:
    """Tokens in front of each segment and at the end, spread by weight between the points that are known."""
    weights = [0, *accumulate(map(_weight, segments))]
    points = [(0, 0.0)]
    for segment, tokens in known:
        if segment > points[-1][0] and tokens >= points[-1][1]:
            points.append((segment, tokens))
    spread = [0.0] * len(weights)
    for (start, low), (end, high) in pairwise(points):
        size = weights[end] - weights[start]
        for i in range(start, end + 1):
            spread[i] = low + (high - low) * (weights[i] - weights[start]) / size if size else high
    return spread
