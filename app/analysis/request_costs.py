"""What each request of a conversation cost, part by part: what the dashboard's cost screen draws."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from pathlib import Path

from app.analysis.loaded_lanes import find_lane
from app.analysis.stored_breaks import BREAK, break_of
from app.costs import CostSum, RequestCost, price, price_loss, total
from app.prefix_stability.findings import Break
from app.store.database import reading
from app.store.findings import findings
from app.store.steps import Step, steps
from pricing.catalog import price_date, shipped_catalog
from pricing.costs import UnusableUsageError, cost_of
from pricing.usage import WRITE_BUCKETS


@dataclass(frozen=True, slots=True, kw_only=True)
class Parts:
    """USD of a request by what was paid for, at catalogue prices; a part whose tokens nobody reports is 0."""

    read: Decimal
    written: Decimal
    fresh: Decimal
    output: Decimal


@dataclass(frozen=True, slots=True, kw_only=True)
class CostedRequest:
    """USD of one request; None where unknown or unpriced. `ideal` is `actual` less what its break `lost`.

    `parts` add up to `actual` unless the provider's own bill says otherwise (`basis` is `reported`) or it took fees.
    """

    number: int
    parts: Parts | None
    actual: Decimal | None
    uncached: Decimal | None
    lost: Decimal | None
    basis: str

    @property
    def ideal(self) -> Decimal | None:
        """What it would have cost unbroken."""
        return None if self.actual is None else self.actual - (self.lost or Decimal(0))


@dataclass(frozen=True, slots=True, kw_only=True)
class ConversationCosts:
    """The requests of a conversation in order, and their sum. `lost_provenance` is `reported`, or `estimated` where
    any break's lost tokens are.
    """

    conversation: str
    rows: tuple[CostedRequest, ...]
    total: CostSum
    lost_provenance: str
    price_date: date
    catalog: str


def read_costs(database: Path, conversation: str) -> ConversationCosts:
    """The costs of one conversation. Raises StoreError, and UnknownLaneError where there is none."""
    with reading(database) as connection:
        lane = find_lane(connection, conversation).id
        broken = {row.request: break_of(row) for row in findings(connection, lane) if row.kind == BREAK}
        priced = [_priced(step, broken.get(step.id)) for step in steps(connection, lane)]
    reported = all(found.provenance == "reported" for found in broken.values())
    return ConversationCosts(
        conversation=lane,
        rows=tuple(
            _row(step.number, step, cost, lost) for step, cost, lost in priced if step.number is not None
        ),
        total=total(priced),
        lost_provenance="reported" if reported else "estimated",
        price_date=price_date(),
        catalog=shipped_catalog().public.edition,
    )


def _priced(step: Step, found: Break | None) -> tuple[Step, RequestCost, Decimal | None]:
    cost = price(step)
    return step, cost, price_loss(step, found.lost_tokens if found else None, cost.rates)


def _row(number: int, step: Step, cost: RequestCost, lost: Decimal | None) -> CostedRequest:
    return CostedRequest(
        number=number,
        parts=_parts(step, cost),
        actual=cost.actual,
        uncached=cost.fresh,
        lost=lost,
        basis=cost.basis,
    )


def _parts(step: Step, cost: RequestCost) -> Parts | None:
    if step.usage is None or cost.rates is None or step.cached_response:
        return None
    try:
        usd = cost_of(step.usage, cost.rates).buckets
    except UnusableUsageError:
        return None
    paid = {name: amount or Decimal(0) for name, amount in usd.items()}
    return Parts(
        read=paid["cache_read"],
        written=sum((paid[name] for name in WRITE_BUCKETS), Decimal(0)),
        fresh=paid["fresh"],
        output=paid["output"],
    )
