"""Whether sending a slice instead of the whole pays.

The whole prompt is read from the cache; a slice is shorter, but what it keeps behind the first difference has to
be written once. From then on every request reads less. The one is weighed against the other.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import ROUND_CEILING, Decimal

from app.slices.cut import Slice
from pricing.rates import Rates

_MILLION = Decimal(1_000_000)


@dataclass(frozen=True, slots=True, kw_only=True)
class Worth:
    """USD for one request's prompt: the slice uncached (`fresh`) and read whole (`cached`), the full prompt read
    whole, and the slice when it is sent `first`. `repaid_after` counts the requests, that one included, after
    which the slice has cost less than the full prompt; None where it never does.
    """

    fresh: Decimal
    cached: Decimal
    whole_cached: Decimal
    first: Decimal
    repaid_after: int | None


def worth_of(cut: Slice, rates: Rates, write_rate: Decimal) -> Worth:
    """What a slice is worth at `rates`, what is rewritten costing `write_rate`, USD per million tokens."""
    cached = cut.tokens * rates.cache_read / _MILLION
    whole = cut.total_tokens * rates.cache_read / _MILLION
    once = cut.rewritten_tokens * (write_rate - rates.cache_read) / _MILLION
    return Worth(
        fresh=cut.tokens * rates.fresh / _MILLION,
        cached=cached,
        whole_cached=whole,
        first=cached + once,
        repaid_after=_requests(once, whole - cached),
    )


def _requests(once: Decimal, saved: Decimal) -> int | None:
    return None if saved <= 0 else max(1, int((once / saved).to_integral_value(ROUND_CEILING)))
