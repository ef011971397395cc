"""A piece of advice, and the sums that all of it rests on."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal

from app.caches import Prediction
from app.costs import price
from app.requests import Request
from pricing.usage import Usage


@dataclass(frozen=True, slots=True, kw_only=True)
class Advice:
    """One thing to do for one lane.

    `kind` is lifetime, missing-breakpoint or useless-breakpoint; `choice` the lifetime or the place. `options` are
    the USD of every way that was played, `saves_usd` what `choice` saves against the requests as they were sent.
    `provenance` is `simulated`, or `estimated` where the size of a prompt was.
    """

    conversation: str
    kind: str
    choice: str
    saves_usd: Decimal
    options: Mapping[str, Decimal]
    requests: int
    provenance: str


def usd_of(request: Request, usage: Usage) -> Decimal | None:
    """What a request would cost with that usage, by the catalogue; None where it has no price."""
    return price(replace(request, usage=usage, last_usage=None, reported_cost=None)).actual


def usd_by_lane(predictions: Iterable[Prediction], lane_of: Mapping[int, str]) -> dict[str, Decimal]:
    """Predicted USD by lane; a lane of which any request has no price is left out."""
    sums: defaultdict[str, Decimal] = defaultdict(Decimal)
    unpriced = set()
    for prediction in predictions:
        lane = lane_of.get(prediction.request.id)
        if lane is None:
            continue
        usd = usd_of(prediction.request, prediction.usage)
        if usd is None:
            unpriced.add(lane)
        else:
            sums[lane] += usd
    return {lane: usd for lane, usd in sums.items() if lane not in unpriced}


def by_lane(predictions: Iterable[Prediction], lane_of: Mapping[int, str]) -> Mapping[str, list[Prediction]]:
    """The predictions of each lane, in order."""
    lanes: defaultdict[str, list[Prediction]] = defaultdict(list)
    for prediction in predictions:
        lanes[lane_of[prediction.request.id]].append(prediction)
    return lanes


def provenance_of(predictions: Iterable[Prediction]) -> str:
    """What can be claimed for all of them."""
    return "estimated" if any(p.provenance == "estimated" for p in predictions) else "simulated"
