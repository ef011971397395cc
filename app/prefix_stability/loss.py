"""How many tokens a break cost: what of the prompt had been sent before, less what was read.

Providers report a prompt's tokens as one sum. It is spread over the segments by their characters, which is exact
enough to tell a lost history from a lost line. What was reported as a whole is taken as reported.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from app.prefix_stability.difference import Difference
from app.prefix_stability.markers import markers, needs_markers
from app.prefix_stability.pair import Pair, prompt_tokens


@dataclass(frozen=True, eq=False)
class Loss:
    """Tokens of one pair. Every count is None where the log reports no usage."""

    pair: Pair
    differences: Sequence[Difference]

    @cached_property
    def warm(self) -> int | None:
        """Tokens of the shared prefix."""
        return self.up_to(self.pair.shared)

    def up_to(self, segments: int) -> int | None:
        """Tokens of this request's first `segments`."""
        total, before = prompt_tokens(self.pair.now), prompt_tokens(self.pair.before)
        if total is None:
            return None
        whole = segments == len(self.pair.old) and self.pair.carried_whole
        if whole and before is not None and self.pair.now.model == self.pair.before.model:
            return min(before, total)
        return round(total * self._chars[segments] / self._chars[-1]) if self._chars[-1] else 0

    @cached_property
    def held(self) -> int | None:
        """Tokens of this prompt that the predecessor's held too, wherever they stood."""
        pair = self.pair
        total = prompt_tokens(pair.now)
        if total is None or pair.carried_whole:
            return self.up_to(len(pair.old)) if total is not None else None
        left = Counter(self._key(block) for block in (s.block for s in pair.old[pair.same :]))
        chars = self._chars[pair.same]
        for segment in pair.new[pair.same :]:
            key = self._key(segment.block)
            if left[key] > 0:
                left[key] -= 1
                chars += segment.chars
        chars += sum(min(e.old[0].chars, e.new[0].chars) for d in self.differences for e in d.edits if e.in_place)
        return round(total * chars / self._chars[-1]) if self._chars[-1] else 0

    @cached_property
    def lost(self) -> int | None:
        """Tokens held before and not read."""
        read = self.pair.read
        if self.held is None or read is None:
            return None
        return max(0, self.held - read)

    def still_lost(self, at: int) -> int | None:
        """What a change behind `at` segments would cost by itself, everything in front of it being repaired."""
        entry = max((end for end in self._entries() if end <= at), default=0)
        readable = self.up_to(entry)
        return None if self.held is None or readable is None else max(0, self.held - readable)

    def _entries(self) -> Iterable[int]:
        pair = self.pair
        if not needs_markers(pair.profile):
            return range(len(pair.new) + 1)
        return [m.end for m in markers(pair.profile, pair.before, pair.old) if m.end <= len(pair.new)]

    @cached_property
    def _chars(self) -> list[int]:
        sums = [0]
        for segment in self.pair.new:
            sums.append(sums[-1] + segment.chars)
        return sums

    def _key(self, block: int) -> bytes:
        return self.pair.family.text(block)
