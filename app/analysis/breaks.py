"""Every break of a database with its money, dearest first: what `coldbyte breaks` prints and the panel shows."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from app.prefix_stability.findings import Break


@dataclass(frozen=True, slots=True, kw_only=True)
class PricedBehind:
    """A further change and what it alone would still cost."""

    path: str | None
    cause: str
    lost_tokens: int | None
    lost_usd: Decimal | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PricedBreak:
    """A finding of a lane, priced: `lost_usd` = lost tokens x (rate paid - read rate), None where unpriced."""

    conversation: str
    finding: Break
    lost_usd: Decimal | None
    fidelity: str
    model: str | None
    behind: tuple[PricedBehind, ...] = ()
    is_warning: bool = False
