"""Why a request did not read what an earlier one had sent, or not what was predicted.

First come the rules: who may read whose entries, what the bytes share, and what the cache itself says of its
shortfall. Only where all of them allow a read and the provider reports less is the miss the provider's own.
Where it reports more than the log can explain, something outside the log wrote it, or it was kept for longer
than promised.
"""

from __future__ import annotations

from dataclasses import dataclass

from app.caches.asked import Asked, Outcome
from app.caches.sizes import context_usage
from app.requests import Request

_REFUSED = 400
_NEAR = 0.02  # of the tokens reported as read: no further from it than fitted sizes are from the truth
_SELECTS = {
    "model": "model-changed",
    "host": "route-changed",
    "provider": "route-changed",
    "account": "account-changed",
    "workspace": "account-changed",
    "cache_key": "cache-key-changed",
    "upstream": "route-changed",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """Tokens shared with an earlier request of the same cache (`warm`) and of any (`shared`), and which that
    was: the latest of those that share most."""

    warm: int
    shared: int
    earlier: Request | None
    earlier_size: int


def reason_of(asked: Asked, outcome: Outcome, standing: Standing) -> str | None:
    """A slug, or None where the request read what it could, as predicted."""
    request = asked.request
    if (request.status or 0) >= _REFUSED:
        return outcome.shortfall or "refused"
    if request.cached_response:
        return "replayed"
    usage = context_usage(request)
    told = usage.cache_read_tokens if usage and not asked.supposed else None
    if told is not None and abs(told - outcome.read) > max(asked.profile.step_tokens, _NEAR * told):
        return _of_difference(asked, outcome, standing, told)
    return _of_rules(asked, outcome, standing)


def _of_difference(asked: Asked, outcome: Outcome, standing: Standing, told: int) -> str:
    """Why the report differs from what the rules allow."""
    request, earlier = asked.request, standing.earlier
    if told < outcome.read:
        if request.context_edits:
            return "context-edited"
        switched = earlier is not None and request.served_model != earlier.served_model
        return "model-changed" if switched else "provider-miss"
    near = max(asked.profile.step_tokens, _NEAR * told)
    if told > standing.shared + near:
        return "warmed-elsewhere"
    if told > standing.warm + near:
        return "scope-wider"
    return "outlived" if outcome.shortfall == "ttl-expired" else "read-further"


def _of_rules(asked: Asked, outcome: Outcome, standing: Standing) -> str | None:
    """Why not more could be read."""
    step, earlier = asked.profile.step_tokens, standing.earlier
    if earlier is None:
        return "cold-start"
    reachable = min(standing.earlier_size, asked.sizes.prompt(asked.request))
    if outcome.read >= reachable - step:
        return None
    if standing.shared > standing.warm + step:
        return _of_scope(asked, earlier)
    if standing.warm > outcome.read + step:
        return outcome.shortfall or "no-breakpoint"
    return "prefix-differs"


def _of_scope(asked: Asked, earlier: Request) -> str:
    for name in asked.profile.scope:
        if getattr(asked.request, name) != getattr(earlier, name):
            return _SELECTS[name]
    return "params-changed"
