"""Which prefixes are known, until when, and by whom last.

Whoever sends a prompt touches every prefix of it. To write that down at every node would cost the square of a
conversation, so it is written once for each run: nodes that one prompt after another added end to end. Since a
touch of a prefix is a touch of all shorter ones, a run only has to remember how deep the latest touches went.

A prompt that leaves a run close to its end (a reminder that moves, a last message that changes) takes the run
over, and the short end it left behind becomes a run of its own. So the way up from any node passes few runs.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from app.trie import ROOT, Trie


class Touch(NamedTuple):
    """A touch by `by` that went down to `depth` and holds until `until` (seconds, inclusive)."""

    depth: int
    until: float
    by: int


class Known(NamedTuple):
    """The deepest node of a path that is known, and who touched it last."""

    node: int
    by: int


@dataclass(slots=True, eq=False)
class _Run:
    """Nodes end to end, the first at depth `start`; no touch is both as shallow and as short as another."""

    start: int
    nodes: list[int]
    touches: list[Touch]

    def touch(self, new: Touch) -> None:
        if any(t.depth >= new.depth and t.until >= new.until and t.by > new.by for t in self.touches):
            return
        self.touches = [t for t in self.touches if t.depth > new.depth or t.until > new.until]
        self.touches.append(new)

    def deepest(self, depth: int, at: float) -> Known | None:
        live = [touch for touch in self.touches if touch.until >= at]
        if not live:
            return None
        reached = min(depth, max(touch.depth for touch in live))
        by = max(touch.by for touch in live if touch.depth >= reached)
        return Known(self.nodes[reached - self.start], by)


class Touches:
    """The touched prefixes of one trie, which may grow meanwhile."""

    def __init__(self, trie: Trie) -> None:
        self._trie = trie
        self._run_of: dict[int, _Run] = {}

    def touch(self, node: int, until: float, by: int) -> None:
        """Note that the prefix `node`, and with it every shorter one, is known until `until`."""
        run, depth = self._claim(node), self._trie.depth[node]
        while run is not None:
            run.touch(Touch(depth, until, by))
            depth = run.start - 1
            run = self._above(run)

    def deepest(self, node: int, at: float) -> Known | None:
        """The longest prefix of `node` that is known at `at`; None where not even one segment is."""
        while node != ROOT and node not in self._run_of:
            node = self._trie.parent[node]
        run, depth = self._run_of.get(node), self._trie.depth[node]
        while run is not None:
            found = run.deepest(depth, at)
            if found:
                return found
            depth = run.start - 1
            run = self._above(run)
        return None

    def _above(self, run: _Run) -> _Run | None:
        return self._run_of.get(self._trie.parent[run.nodes[0]])

    def _claim(self, node: int) -> _Run | None:
        """The run of a node, which is made part of one where it is new."""
        new = []
        while node != ROOT and node not in self._run_of:
            new.append(node)
            node = self._trie.parent[node]
        run = self._run_of.get(node)
        if not new:
            return run
        new.reverse()
        behind = len(run.nodes) - (self._trie.depth[node] - run.start + 1) if run else 0
        if run is None or behind > len(new):
            run = _Run(self._trie.depth[node] + 1, [], [])
        elif behind:
            self._part(run, self._trie.depth[node])
        run.nodes += new
        self._run_of.update(dict.fromkeys(new, run))
        return run

    def _part(self, run: _Run, depth: int) -> None:
        """Make what `run` has behind `depth` a run of its own."""
        cut = depth - run.start + 1
        left = _Run(depth + 1, run.nodes[cut:], [t for t in run.touches if t.depth > depth])
        self._run_of.update(dict.fromkeys(left.nodes, left))
        del run.nodes[cut:]
        run.touches = [t for t in run.touches if t.depth <= depth]
        for touch in left.touches:
            run.touch(touch._replace(depth=depth))
