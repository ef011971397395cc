"""Short ways to ask for the breaks of a family."""

from __future__ import annotations

from app.lanes import settle
from app.prefix_stability.diagnosis import Findings, diagnose
from app.prefix_stability.findings import Break
from app.requests import Family


def findings(family: Family) -> list[Findings]:
    """The findings of each lane, in order."""
    lanes = settle(family)
    found = diagnose(family, lanes)
    return [found[lane.id] for lane in lanes]


def breaks(family: Family) -> list[Break]:
    """Every break of a family."""
    return [found for lane in findings(family) for found in lane.breaks]


def only(family: Family) -> Break:
    """The one break of a family."""
    (found,) = breaks(family)
    return found
