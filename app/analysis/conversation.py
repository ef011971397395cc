"""One conversation with all that is known of its requests: what the board and the inspector look at.

The lane it branched from is loaded with it, because that is what its first request is compared with.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from app.analysis.loaded_lanes import lane_in
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
    lanes = [lane_in(family, one) for one in named]
    found: dict[str, dict[int, list[Break]]] = {}
    for row in findings(connection, lane.id):
        found.setdefault(row.kind, {}).setdefault(row.request, []).append(break_of(row))
    return Conversation(
        lane=lane,
        family=family,
        requests=lanes[0].requests,
        predecessors=_predecessors(family, lanes),
        breaks=found.get(BREAK, {}),
        warnings=found.get(WARNING, {}),
    )


def _predecessors(family: Family, lanes: Sequence[Lane]) -> Mapping[int, Predecessor]:
    lane_of = {request.id: lane for lane in lanes for request in lane.requests}
    known = Predecessors(family, alone=len(lanes) == 1)
    found: dict[int, Predecessor] = {}
    for request in family.requests:
        lane = lane_of.get(request.id)
        if lane is None:
            continue
        if before := known.of(request, lane):
            found[request.id] = before
        known.enter(request, lane)
    return found
