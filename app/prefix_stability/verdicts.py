"""Whether others say the same of a miss: the provider that had it, and the agent that noticed it.

Both speak in words of their own (`tools_changed`, `ttl_expired_5m`), and in coarser ones than a cause: they name a
part of the prompt, or what selected the cache. So they agree when they point where the cause points. A word that
points nowhere known agrees with nothing and contradicts nothing.
"""

from __future__ import annotations

from app.prefix_stability.findings import Break

# By how the word starts: the section it means, or the cause. The longer one first where one begins another.
_MEANT = (
    ("tool_choice", "params-changed"),
    ("tool", "tools"),
    ("system", "system"),
    ("instructions", "system"),
    ("message", "messages"),
    ("input", "messages"),
    ("model", "model-changed"),
    ("prompt_cache_key", "cache-key-changed"),
    ("cache_key", "cache-key-changed"),
    ("thinking", "params-changed"),
    ("effort", "params-changed"),
    ("speed", "params-changed"),
    ("text_format", "params-changed"),
    ("ttl", "ttl-expired"),
    ("expired", "ttl-expired"),
)


def agreement(found: Break) -> bool | None:
    """Whether every verdict that can be understood points where `found` does; None where there is none."""
    said = [points_at(word, found) for word in (found.provider_verdict, found.agent_verdict) if word]
    understood = [one for one in said if one is not None]
    return all(understood) if understood else None


def points_at(verdict: str, found: Break) -> bool | None:
    """Whether one verdict, which may name several causes apart by commas, points where `found` does."""
    meant = [meaning for word in verdict.lower().split(",") if (meaning := _meaning(word.strip()))]
    return any(meaning in (found.section, found.cause) for meaning in meant) if meant else None


def _meaning(word: str) -> str | None:
    return next((meaning for start, meaning in _MEANT if word.startswith(start)), None)
