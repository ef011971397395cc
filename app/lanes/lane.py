"""One conversation, or one strand of it."""

from __future__ import annotations

from dataclasses import dataclass

from app.requests import Request


@dataclass(frozen=True, slots=True, kw_only=True)
class Lane:
    """Requests that continue each other; the first is number 1.

    `id` is the log's own where it has one. `parent` is the id of the lane this one branched from. `side` says
    what a call on the side was for: `summary`, `title` (an answer to words of its parent under another head) or
    `aside`; None for a conversation. `skipped` are requests that took no number, and why.
    """

    id: str
    parent: str | None
    requests: tuple[Request, ...]
    side: str | None = None
    skipped: tuple[tuple[Request, str], ...] = ()
