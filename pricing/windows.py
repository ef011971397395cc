"""How many tokens a model can take in at once, where the public catalogue says so.

Not every model's window is published, and a router may serve one with less than its maker does. So the answer is
that of whoever sold the tokens, and None where they say nothing: nobody is given a window by guessing.
"""

from __future__ import annotations

from pricing.catalog import shipped_catalog
from pricing.names import seller_of


def context_window(provider: str, model: str, host: str = "") -> int | None:
    """Tokens of prompt and answer together that `model` takes at its seller; None where that is not published."""
    seller = seller_of(provider, model, host)
    row = shipped_catalog().public.find(seller.provider, seller.model) if seller else None
    return row.info.context_window if row else None
