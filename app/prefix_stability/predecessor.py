"""The earlier request that a request could have read most from.

Of the requests of its lane, and of the lanes that this one forked from or that forked from it, the one that
shares the longest prefix; of several, the latest. A parameter that voids a level ends the prefix there, so a
request with other parameters is compared no further than that level.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from app.lanes import Lane
from app.lanes.shared_prefixes import SharedPrefixes
from app.lanes.numbering import failed
from app.prefix_stability.recognisers.selection import value, voiding
from app.requests import Family, Request
from pricing.profiles import FamilyProfile, profile_for


@dataclass(frozen=True, slots=True)
class Predecessor:
    """`shared` counts the segments in common; `void` names the parameter that ends them there, if one does."""

    request: Request
    lane: Lane
    shared: int
    void: str | None


def profile_of(request: Request) -> FamilyProfile:
    """The cache rules that a request was subject to."""
    return profile_for(request.provider, request.host, request.model or request.served_model or "")


def trees(lanes: Sequence[Lane]) -> Iterator[list[Lane]]:
    """Lanes with the lanes that branched from them, each tree once."""
    by_id = {lane.id: lane for lane in lanes}
    roots: defaultdict[str, list[Lane]] = defaultdict(list)
    for lane in lanes:
        root = lane
        while root.parent is not None and root.parent in by_id:
            root = by_id[root.parent]
        roots[root.id].append(lane)
    return iter(roots.values())


@dataclass(slots=True)
class Predecessors:
    """Answers for the requests of one tree of lanes, which must be entered in order of start."""

    family: Family
    _entered: list[tuple[Request, Lane]] = field(default_factory=list)
    _ours: dict[tuple[str, str], SharedPrefixes] = field(default_factory=dict)
    _all: dict[str, SharedPrefixes] = field(default_factory=dict)

    def of(self, request: Request, lane: Lane) -> Predecessor | None:
        """The predecessor of a request that was not entered yet; None where nothing came before."""
        profile = profile_of(request)
        signature = _signature(request, profile)
        sources: Mapping[int, SharedPrefixes | None] = {
            0: self._ours.get((lane.id, signature)),
            1: self._all.get(signature),
            2: self._ours.get((lane.id, "")),
            3: self._all.get(""),
        }
        best: tuple[int, int, int] | None = None
        for rank, source in sources.items():
            number = self._closest(source, request)
            if number is not None:
                shared = self._shared(request, self._entered[number][0], profile)[0]
                same_lane = self._entered[number][1] is lane
                best = max(best or (-1, 0, 0), (shared, same_lane, number))
        if best is None:
            return None
        before, its_lane = self._entered[best[2]]
        shared, void = self._shared(request, before, profile)
        return Predecessor(before, its_lane, shared, void)

    def enter(self, request: Request, lane: Lane) -> None:
        """Make a request one that later ones may be compared with; refused ones left nothing behind."""
        if failed(request):
            return
        number = len(self._entered)
        self._entered.append((request, lane))
        signature = _signature(request, profile_of(request))
        for key in {signature, ""}:
            for index, name in ((self._ours, (lane.id, key)), (self._all, key)):
                index.setdefault(name, SharedPrefixes(self.family.prompts)).add(number, request.prompt)  # type: ignore[index]

    def _closest(self, source: SharedPrefixes | None, request: Request) -> int | None:
        if source is None:
            return None
        closest = source.closest(request.prompt)
        return closest[1] if closest else source.last_through(0)

    def _shared(self, now: Request, before: Request, profile: FamilyProfile) -> tuple[int, str | None]:
        prompts = self.family.prompts
        shared = prompts.depth[prompts.common(now.prompt, before.prompt)]
        void = voiding(profile, now, before)
        if void is None:
            return shared, None
        order = {section: i for i, section in enumerate(profile.read_order)}
        head = self._head(now, order, order[void[1]])
        return (head, void[0]) if head <= shared else (shared, None)

    def _head(self, request: Request, order: Mapping[str, int], section: int) -> int:
        """How many segments stand in front of a section."""
        return sum(order[segment.section] < section for segment in self.family.tail(request))


def _signature(request: Request, profile: FamilyProfile) -> str:
    return repr([value(request, name) for name in sorted(profile.voids)])
