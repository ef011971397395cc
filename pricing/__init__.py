"""Token usage, dated prices, cost and cache rules: pure values, no clock, no network, no screen.

`from pricing import Usage, cost` is all that pricing one request takes. The names are looked up when first
used, because the catalogue behind `cost` takes a fifth of a second to load and most importers only need
`Usage`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pricing.usage import Usage

if TYPE_CHECKING:
    from pricing.costs import cost

__all__ = ["Usage", "cost"]


def __getattr__(name: str) -> object:
    if name == "cost":
        from pricing.costs import cost

        return cost
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
