"""What caching could have cost less, told from the user's own requests and pauses.

The log is played again with one thing changed: another lifetime, a breakpoint more. What is cheaper is advice,
with the USD that it would have saved. Nothing is advised that was not played.
"""

from __future__ import annotations

from collections.abc import Mapping

from app.advice.advice import Advice
from app.advice.breakpoints import missing_breakpoints, useless_breakpoints
from app.advice.lifetimes import best_lifetimes
from app.caches import simulate
from app.requests import Family

__all__ = ["Advice", "advise"]


def advise(family: Family, lane_of: Mapping[int, str]) -> list[Advice]:
    """Advice for every lane, what saves most first. `lane_of` names the lane of a request, by its id."""
    as_it_was = [p for p in simulate(family) if p.request.id in lane_of]
    found = [
        *best_lifetimes(family, lane_of, as_it_was),
        *missing_breakpoints(family, lane_of, as_it_was),
        *useless_breakpoints(family, lane_of, as_it_was),
    ]
    return sorted(found, key=lambda advice: -advice.saves_usd)
