"""Logs as short as a test wants them, for caches: texts, breakpoints, times and counts."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import Any

from app.caches import Prediction, Supposed, simulate
from app.caches.asked import AS_IT_WAS
from app.requests import Family
from importers.records import Exchange, Fidelity, Kind, Prompt, Reply, Segment
from pricing.usage import Usage
from tests.builders import family_of

WORDS = 2500  # characters of a block: 1,000 tokens of a Claude 5 model, by ratio


def block(
    name: str,
    marker: str | None = None,
    *,
    role: str = "user",
    kind: Kind = Kind.TEXT,
    chars: int = WORDS,
    text: str = "",
) -> Segment:
    """A block of that many characters whose text depends on its name alone."""
    section = {"system": "system", "": "tools"}.get(role, "messages")
    text = text or (f"{name} " * chars)[:chars]
    canonical = b'{"type":"text","text":"' + text.encode() + b'"}'
    told = f"{section}{kind}{role}".encode() + canonical
    digest = blake2b(told, digest_size=16).digest()
    return Segment(section, kind, role, True, f"{section}[{name}]", "", marker, canonical, digest, len(text))


def asked(at: float | None, *blocks: Segment, **facts: Any) -> Exchange:
    """A request to Claude Opus 5, answered after a second; its prompt is counted at 1,000 tokens a block."""
    prompt = {key: facts.pop(key) for key in ("model", "params", "auto_marker") if key in facts}
    usage = facts.pop("usage", Usage(input_tokens=1000 * len(blocks), output_tokens=10))
    reply = Reply(usage=usage, segments=facts.pop("reply", ()))
    told = {
        "source": "log.jsonl",
        "line": 1,
        "api": "anthropic-messages",
        "provider": "anthropic",
        "fidelity": Fidelity.EXACT,
        "status": 200,
        "started_at": at,
        "ended_at": None if at is None else at + 1,
        "reply": reply,
        **facts,
    }
    return Exchange(prompt=Prompt(segments=blocks, **{"model": "claude-opus-5", **prompt}), **told)


def played(exchanges: Sequence[Exchange], supposed: Supposed = AS_IT_WAS) -> list[Prediction]:
    """The predictions for a log."""
    return list(simulate(logged(exchanges), supposed))


def logged(exchanges: Sequence[Exchange]) -> Family:
    """The log as one family."""
    return family_of(exchanges)


def reads(exchanges: Sequence[Exchange], supposed: Supposed = AS_IT_WAS) -> list[int]:
    """Predicted tokens read, request by request."""
    return [prediction.read for prediction in played(exchanges, supposed)]


def grown(steps: int, *, gap: float = 60.0, marker: str = "5m", **facts: Any) -> list[Exchange]:
    """A conversation that adds a block a step and marks its end."""
    names = [f"m{n}" for n in range(steps)]
    return [
        asked(gap * n, *(block(name) for name in names[:n]), block(names[n], marker), **facts)
        for n in range(steps)
    ]
