"""Where each request left its predecessor, why, and what it cost.

Usage wins: a request that read all it could is no break, whatever its bytes say. Of several changes the first is
the one that alone explains where reading stopped; the others stand behind it, each with what it would still cost
once the first is repaired. Too little evidence is `unknown`, never a guess.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from app.lanes import Lane
from app.prefix_stability.findings import Break
from app.prefix_stability.predecessor import Predecessors, trees
from app.prefix_stability.step import Step
from app.requests import Family


@dataclass(frozen=True, slots=True, kw_only=True)
class Findings:
    """What was found in one lane; `pairs` counts the requests that have a predecessor."""

    breaks: tuple[Break, ...] = ()
    warnings: tuple[Break, ...] = ()
    pairs: int = 0


def diagnose(family: Family, lanes: Sequence[Lane]) -> Mapping[str, Findings]:
    """The findings of every lane, by its id."""
    found: dict[str, Findings] = {}
    for tree in trees(lanes):
        found.update(_Tree(family, tree).findings())
    return found


@dataclass(frozen=True, eq=False)
class _Tree:
    """A conversation with its forks and side calls."""

    family: Family
    lanes: Sequence[Lane]

    def findings(self) -> Iterator[tuple[str, Findings]]:
        numbers = {r.id: n for lane in self.lanes for n, r in enumerate(lane.requests, start=1)}
        places = {request.id: place for place, request in enumerate(self.family.requests)}
        steps = sorted(
            ((request, lane) for lane in self.lanes for request in lane.requests), key=lambda s: places[s[0].id]
        )
        predecessors = Predecessors(self.family)
        breaks: dict[str, list[Break]] = {lane.id: [] for lane in self.lanes}
        warnings: dict[str, list[Break]] = {lane.id: [] for lane in self.lanes}
        pairs: dict[str, int] = dict.fromkeys(breaks, 0)
        for request, lane in steps:
            step = Step(self.family, lane, request, numbers, predecessors.of(request, lane), self.lanes)
            predecessors.enter(request, lane)
            pairs[lane.id] += step.compared
            breaks[lane.id] += step.breaks()
            warnings[lane.id] += step.warnings()
        for lane in self.lanes:
            yield (
                lane.id,
                Findings(breaks=tuple(breaks[lane.id]), warnings=tuple(warnings[lane.id]), pairs=pairs[lane.id]),
            )
