"""The board: each request of a conversation as a row of blocks in read order, told by what became of them."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum


class Fate(StrEnum):
    """What happened to a block of the prompt. A block is split where its fate changes."""

    READ = "read"  # from the cache
    WRITTEN = "written"  # first time
    PAID_AGAIN = "again"  # sent before, written or paid again
    FRESH = "fresh"  # uncached: neither read nor written


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """A run of equal fate. `tokens` is fitted to the reported prompt, or estimated where nothing is reported."""

    section: str
    fate: Fate
    tokens: float
    marker: bool  # a breakpoint stands at its end


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardRow:
    """One request. `broken_at` is the token at which it left its predecessor, None where it did not."""

    request_id: int
    number: int
    model: str | None
    started_at: float | None
    gap_seconds: float | None
    blocks: tuple[Block, ...]
    prompt_tokens: float
    broken_at: float | None
    read_share: float | None
    lost_tokens: int | None
    lost_usd: Decimal | None
    causes: tuple[str, ...]
    declared: bool
    warnings: int
    provenance: str  # "reported" or "estimated"


@dataclass(frozen=True, slots=True, kw_only=True)
class Board:
    """A conversation drawn to scale: `widest` is the largest prompt in tokens."""

    conversation: str
    title: str
    models: tuple[str, ...]
    builder: str | None
    fidelity: str
    rows: tuple[BoardRow, ...]
    widest: float
