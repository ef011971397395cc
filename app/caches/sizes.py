"""How many tokens a prefix has, learned from what the provider counted.

Nobody's tokenizer is needed to predict a cache. Every response tells how long its whole prompt was, and often
how much of it was read or written: each such count fixes the size of one prefix. What lies between two fixed
points is shared out by estimated length. Only reports of earlier requests, and the length of the prompt itself,
are used for a prediction; what the request read is what is to be predicted.
"""

from __future__ import annotations

from dataclasses import dataclass

from app.requests import Family, Request
from app.tokens import Calibration, count_block, family_of
from app.trie import ROOT
from importers.records import Kind
from pricing.usage import Usage


def context_usage(request: Request) -> Usage | None:
    """The usage that tells how long the prompt is: of several server-side steps, the last one's."""
    return request.last_usage or request.usage


def reported_prompt(request: Request) -> int | None:
    """Tokens of the whole prompt as reported; None where the log is silent or says 0."""
    usage = context_usage(request)
    return (usage.prompt or None) if usage else None


@dataclass(frozen=True, slots=True)
class _Fixed:
    """A prefix of known size: tokens reported, and its estimated length."""

    tokens: float
    length: float


class Sizes:
    """Sizes of the prefixes of one family; what was learned is kept by model."""

    def __init__(self, family: Family) -> None:
        self._family = family
        self._kind = {segment.block: segment.kind for segment in family.segments.values()}
        self._lengths: dict[str, dict[int, float]] = {}
        self._block_lengths: dict[tuple[str, int], float] = {}
        self._fixed: dict[tuple[str | None, int], _Fixed] = {}
        self._ceiling: dict[tuple[str | None, int], _Fixed] = {}  # the first prefix fixed at or beyond a node
        self._calibrations: dict[str | None, Calibration] = {}

    def prompt(self, request: Request) -> int:
        """Tokens of a request's whole prompt: reported, else estimated."""
        return reported_prompt(request) or round(self._estimate(request, request.prompt))

    def prefix(self, request: Request, node: int) -> int:
        """Tokens of the part of a request's prompt that ends at `node`, on its path in `Family.prompts`."""
        below, above = self._below(request, node), self._above(request, node)
        if above is None:
            return round(self._estimate(request, node))
        room = above.length - below.length
        share = (self.length(request, node) - below.length) / room if room > 0 else 0.0
        return round(min(below.tokens + share * max(above.tokens - below.tokens, 0.0), self.prompt(request)))

    def part(self, request: Request, node: int, share: float) -> int:
        """Tokens of a `share` (0 to 1) of the last segment of the prefix `node`."""
        before = self.prefix(request, self._family.prompts.parent[node])
        return int((self.prefix(request, node) - before) * share)

    def learn(self, request: Request, node: int, tokens: int) -> None:
        """Believe a report that the prefix `node` of a request's prompt has `tokens` tokens."""
        fixed = _Fixed(tokens, self.length(request, node))
        self._fixed[request.model, node] = fixed
        while node != ROOT and (request.model, node) not in self._ceiling:
            self._ceiling[request.model, node] = fixed
            node = self._family.prompts.parent[node]

    def learn_prompt(self, request: Request) -> None:
        """Believe the reported length of a whole prompt, unless more is known of its end already."""
        whole = reported_prompt(request)
        if whole is None:
            return
        if (request.model, request.prompt) not in self._fixed:
            self.learn(request, request.prompt, whole)
        before = self._calibrations.get(request.model, Calibration())
        self._calibrations[request.model] = before.corrected(self.length(request, request.prompt), whole)

    def length(self, request: Request, node: int) -> float:
        """Raw estimated tokens of a prefix, not corrected by any report."""
        lengths = self._lengths.setdefault(family_of(request.model).name, {ROOT: 0.0})
        waiting = []
        while node not in lengths:
            waiting.append(node)
            node = self._family.prompts.parent[node]
        total = lengths[node]
        for node in reversed(waiting):
            total += self._block_length(request, self._family.prompts.segment[node])
            lengths[node] = total
        return total

    def _block_length(self, request: Request, block: int) -> float:
        key = family_of(request.model).name, block
        if key not in self._block_lengths:
            kind = self._kind.get(block, Kind.TEXT)
            self._block_lengths[key] = count_block(self._family.text(block), kind, request.model).tokens
        return self._block_lengths[key]

    def _estimate(self, request: Request, node: int) -> float:
        below = self._below(request, node)
        factor = self._calibrations.get(request.model, Calibration()).factor
        return below.tokens + (self.length(request, node) - below.length) * factor

    def _below(self, request: Request, node: int) -> _Fixed:
        """The longest prefix of `node` whose size is known."""
        while node != ROOT:
            if (known := self._fixed.get((request.model, node))) is not None:
                return known
            node = self._family.prompts.parent[node]
        return _Fixed(0.0, 0.0)

    def _above(self, request: Request, node: int) -> _Fixed | None:
        """A prefix of known size that begins with the prefix `node`: an earlier one, else the whole prompt."""
        if (known := self._ceiling.get((request.model, node))) is not None:
            return known
        whole = reported_prompt(request)
        return None if whole is None else _Fixed(whole, self.length(request, request.prompt))
