"""One conversation with all that is known of its requests: what the board and the inspector look at.

The lane it branched from is loaded with it, because that is what its first request is compared with.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from app.analysis.stored_breaks import BREAK, WARNING, break_of
from app.lanes import Lane
from app.prefix_stability.findings import Break
from app.prefix_stability.predecessor import Predecessor, Predecessors
from app.requests import Family, Request
from app.store.database import Connection
from app.store.findings import findings
from app.store.lanes import NamedLane, lane_named
from app.store.requests import load_lanes


@dataclass(frozen=True, slots=True, kw_only=True)
class Conversation:
    """A lane. `requests` are its numbered ones; `predecessors`, `breaks` and `warnings` go by request id."""

    lane: NamedLane
    family: Family
    requests: Sequence[Request]
    predecessors: Mapping[int, Predecessor]
    breaks: Mapping[int, Sequence[Break]]
    warnings: Mapping[int, Sequence[Break]]


def load_conversation(connection: Connection, lane: NamedLane) -> Conversation:
    """The conversation of a stored lane; texts are fetched by the thread that opened `connection`."""
    named = [lane, *([lane_named(connection, lane.parent)] if lane.parent else [])]
    family = load_lanes(connection, [one.id for one in named])
    found: dict[str, dict[int, list[Break]]] = {}
    for row in findings(connection, lane.id):
        found.setdefault(row.kind, {}).setdefault(row.request, []).append(break_of(row))
    return Conversation(
        lane=lane,
        family=family,
        requests=[request for request in family.requests if request.id in lane.numbers],
        predecessors=_predecessors(family, named),
        breaks=found.get(BREAK, {}),
        warnings=found.get(WARNING, {}),
    )


def _predecessors(family: Family, named: Sequence[NamedLane]) -> Mapping[int, Predecessor]:
    lane_of: dict[int, Lane] = {}
    for one in named:
        requests = tuple(request for request in family.requests if request.id in one.numbers)
        lane = Lane(id=one.id, parent=one.parent, requests=requests)
        lane_of |= dict.fromkeys((request.id for request in requests), lane)
    known = Predecessors(family, alone=len(named) == 1)
    found: dict[int, Predecessor] = {}
    for request in family.requests:
        if request.id in lane_of:
            before = known.of(request, lane_of[request.id])
            if before is not None:
                found[request.id] = before
            known.enter(request, lane_of[request.id])
    return found
