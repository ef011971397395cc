"""Who, of those that came before, shares the longest prefix with a path, and who of them came last.

Requests are added in the order they were sent. A path that goes on where an earlier one ended lengthens that
one's run; a path that leaves an earlier one starts a run of its own. Walking up from a path's end to the first
node that a run holds is therefore all the work there is, and it is as long as what the path adds.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from app.trie import ROOT, Trie


@dataclass(slots=True, eq=False)
class _Run:
    """Nodes that one path after another added end to end, and the runs that leave it."""

    parent: _Run | None
    leaves_at: int  # depth at which it leaves its parent
    end: int  # depth of its last node
    latest: int  # last path that reached its end, or went on from there
    newest: int  # last path in it or in any run that leaves it
    leaving: list[_Run] = field(default_factory=list)


class SharedPrefixes:
    """Numbered paths of one trie. Numbers must rise."""

    def __init__(self, trie: Trie) -> None:
        self._trie = trie
        self._run_of: dict[int, _Run] = {ROOT: _Run(None, 0, 0, -1, -1)}

    def add(self, number: int, node: int) -> None:
        """Enter the path that ends at `node`."""
        shared, run = self._nearest(node)
        depth, length = self._trie.depth[shared], self._trie.depth[node]
        if shared != ROOT and depth == run.end:
            run.end, run.latest = length, number
        else:
            run = self._leave(run, depth, length, number)
        while node != shared:
            self._run_of[node] = run
            node = self._trie.parent[node]
        above: _Run | None = run
        while above is not None:
            above.newest = number
            above = above.parent

    def closest(self, node: int) -> tuple[int, int] | None:
        """The deepest shared node, and the last path through it; None where not even one segment is shared."""
        shared, run = self._nearest(node)
        return None if shared == ROOT else (shared, self._last_through(run, self._trie.depth[shared]))

    def last_through(self, node: int) -> int | None:
        """The last path that holds the whole prefix `node`; None when no path does."""
        run = self._run_of.get(node)
        return None if run is None or run.newest < 0 else self._last_through(run, self._trie.depth[node])

    def _nearest(self, node: int) -> tuple[int, _Run]:
        while node not in self._run_of:
            node = self._trie.parent[node]
        return node, self._run_of[node]

    def _leave(self, run: _Run, depth: int, length: int, number: int) -> _Run:
        new = _Run(run, depth, length, number, number)
        run.leaving.append(new)
        return new

    def _last_through(self, run: _Run, depth: int) -> int:
        last = run.latest
        for other in reversed(run.leaving):
            if last == run.newest:
                break
            if other.leaves_at >= depth:
                last = max(last, other.newest)
        return last
