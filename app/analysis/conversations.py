"""Every conversation in one line: who built it, what it sent, how much of it was read back, what it lost."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from pricing.usage import Usage


@dataclass(frozen=True, slots=True, kw_only=True)
class ConversationRow:
    """A lane. Times are seconds since 1970, UTC; shares 0 to 1; money in USD, None where unknown or unpriced.

    `reads` is the read share of each request in order (None where unreported), for a sparkline.
    """

    conversation: str
    parent: str | None
    title: str
    builder: str | None
    task: str | None
    workspace: str | None
    project: str | None
    models: tuple[str, ...]
    requests: int
    first_at: float | None
    last_at: float | None
    tokens: Usage
    read_share: float | None
    reads: tuple[float | None, ...]
    breaks: int
    declared_breaks: int
    actual_usd: Decimal | None
    fresh_usd: Decimal | None
    lost_usd: Decimal | None
    lost_tokens: int | None
    unpriced_requests: int
    fidelity: str
    side_call: bool
