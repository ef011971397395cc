"""How many tokens a model can take in at once, where the public catalogue says so.

Not every model's window is published, and a router may serve one with less than its maker does. So the answer is
that of whoever sold the tokens, and None where they say nothing: nobody is given a window by guessing.
"""

from __future__ import annotations

from pricing.catalog import price_book


def context_window(provider: str, model: str, host: str = "") -> int | None:
    """Tokens of prompt and answer together that `model` takes at its seller; None where that is not published."""
    offer = price_book().offer(provider, model, host)
    return offer.row.info.context_window if offer and offer.row else None
