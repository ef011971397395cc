"""Lanes and findings brought up to date: settled and diagnosed anew where a family got requests.

Each family is one transaction, and stays marked as stale until it is done: what an interruption leaves undone
is done the next time. A newer version of the analysis looks at everything again.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from app.analysis.lane_ids import keep_ids
from app.analysis.stored_breaks import BREAK, WARNING, finding_of
from app.analysis.titles import title_of
from app.lanes import Lane, settle
from app.prefix_stability.diagnosis import diagnose
from app.requests import Family
from app.store.database import transaction
from app.store.families import families_behind, set_analysed
from app.store.findings import Finding, replace_findings
from app.store.lanes import StoredLane, lanes_of_requests, replace_lanes, taken_ids
from app.store.requests import load_family

VERSION = "1"


def refresh(connection: sqlite3.Connection) -> None:
    """Settle and diagnose every family whose lanes or findings are behind."""
    for family in families_behind(connection, VERSION):
        with transaction(connection):
            _refresh_family(connection, family)


def _refresh_family(connection: sqlite3.Connection, family_id: int) -> None:
    family = load_family(connection, family_id)
    settled = settle(family)
    naming = keep_ids(settled, lanes_of_requests(connection, family_id), taken_ids(connection, family_id))
    lanes = [_renamed(lane, naming.ids) for lane in settled]
    stored = [_stored(family, lane, naming.aliases.get(lane.id, ())) for lane in lanes]
    replace_lanes(connection, family_id, stored)
    replace_findings(connection, family_id, _findings(family, lanes))
    set_analysed(connection, family_id, VERSION)


def _renamed(lane: Lane, ids: Mapping[str, str]) -> Lane:
    return replace(lane, id=ids[lane.id], parent=ids.get(lane.parent) if lane.parent else None)


def _stored(family: Family, lane: Lane, aliases: Sequence[str]) -> StoredLane:
    numbered = [(request.id, number) for number, request in enumerate(lane.requests, 1)]
    return StoredLane(
        id=lane.id,
        parent=lane.parent,
        side=lane.side,
        title=title_of(family, lane.requests[0]),
        members=[*numbered, *((request.id, None) for request, _ in lane.skipped)],
        aliases=aliases,
    )


def _findings(family: Family, lanes: Sequence[Lane]) -> Iterator[Finding]:
    for lane, diagnosis in diagnose(family, lanes).items():
        yield from (finding_of(found, lane, BREAK) for found in diagnosis.breaks)
        yield from (finding_of(found, lane, WARNING) for found in diagnosis.warnings)
