"""Segments and exchanges as short as a test wants them."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from dataclasses import replace
from hashlib import blake2b
from typing import Any

from importers.records import Exchange, Fidelity, Kind, Prompt, Reply, Segment
from pricing.usage import Usage


def segment(text: str, path: str = "", *, role: str = "user", marker: str | None = None) -> Segment:
    """A text block of a message, or of the system prompt where `role` is system."""
    section = "system" if role == "system" else "messages"
    canonical = b'{"type":"text","text":"' + text.encode() + b'"}'
    digest = blake2b(section.encode() + role.encode() + canonical, digest_size=16).digest()
    return Segment(section, Kind.TEXT, role, True, path or section, "", marker, canonical, digest, len(text))


def exchange(texts: Sequence[str | Segment], **facts: Any) -> Exchange:
    """An exchange whose prompt is these texts; `reply_id` and `reply` (a text) tell of its response."""
    segments = tuple(
        text if isinstance(text, Segment) else segment(text, f"messages[{index}].content[0]")
        for index, text in enumerate(texts)
    )
    reply_id, reply = facts.pop("reply_id", None), facts.pop("reply", None)
    usage = facts.pop("usage", Usage(input_tokens=10, output_tokens=1))
    params = facts.pop("params", {"max_tokens": "100"})
    made = Exchange(
        source="log.jsonl",
        line=1,
        api="anthropic-messages",
        fidelity=Fidelity.EXACT,
        prompt=Prompt(segments=segments, model="claude-sonnet-5", params=params),
        status=200,
        reply=Reply(
            id=reply_id, usage=usage, segments=() if reply is None else (segment(reply, role="assistant"),)
        ),
    )
    return replace(made, **facts)


def conversation(steps: int, **facts: Any) -> list[Exchange]:
    """An append-only conversation: each request adds two messages and has a reply of its own."""
    history = [segment(f"message {n}", f"messages[{n}].content[0]") for n in range(2 * steps)]
    return [
        exchange(history[: 2 * n + 1], line=n + 1, started_at=100.0 * n, reply_id=f"reply-{n}", **facts)
        for n in range(steps)
    ]


def all_families(connection: sqlite3.Connection) -> list[int]:
    """Every family that has requests."""
    return [family for (family,) in connection.execute("SELECT DISTINCT family FROM request ORDER BY family")]
