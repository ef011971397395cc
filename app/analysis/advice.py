"""What caching could have cost less in each conversation, from the user's own pauses and breakpoints."""

from __future__ import annotations

from pathlib import Path

from app.advice import Advice, advise
from app.store.database import reading
from app.store.requests import load_everything
from app.store.steps import steps


def list_advice(database: Path) -> list[Advice]:
    """All advice, what saves most first. Raises StoreError."""
    with reading(database) as connection:
        log = load_everything(connection)
        return advise(log, {s.id: s.lane for s in steps(connection) if s.number is not None})
