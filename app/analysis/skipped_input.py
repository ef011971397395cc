"""Which input was not read, and why: bad input is counted and shown, never passed over in silence."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from app.store.database import reading
from app.store.sources import problems


@dataclass(frozen=True, slots=True)
class SkippedInput:
    """A piece of input with its place and the reason it was not read."""

    source: str
    line: int | None
    reason: str


def list_skipped(database: Path) -> list[SkippedInput]:
    """Everything that the logs of a database held and that could not be read. Raises StoreError."""
    with reading(database) as connection:
        return [SkippedInput(p.source, p.line, p.reason) for p in problems(connection)]
