"""Breaks that were meant to be, as the user says: on the command line, or once for all in `coldbyte.toml`.

    [[declare]]
    conversation = "price-lists"    # left out: whichever conversation it is
    request = 8
    event = "compaction"

The file stands beside the traces it speaks of.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from app.errors import UserError
from app.prefix_stability.events import EVENTS
from app.settings import SETTINGS_FILE, read_settings


class DeclarationError(UserError):
    """A `coldbyte.toml` declares something that cannot be understood."""


@dataclass(frozen=True, slots=True)
class Declaration:
    """A break that was meant to be: the request of that number, in one conversation or in any (None)."""

    conversation: str | None
    request: int
    event: str


def declared_beside(paths: Iterable[str]) -> list[Declaration]:
    """What the `coldbyte.toml` in each of these folders, or beside each of these files, declares.

    Raises SettingsError and DeclarationError.
    """
    folders = dict.fromkeys(path if path.is_dir() else path.parent for path in map(Path, paths))
    return [one for folder in folders for one in _declared_in(folder / SETTINGS_FILE)]


def _declared_in(file: Path) -> Iterator[Declaration]:
    tables = read_settings(file).get("declare", [])
    for number, table in enumerate(tables if isinstance(tables, list) else [tables], start=1):
        declared = _declaration(table)
        if declared is None:
            raise DeclarationError(
                f"{file}: declare {number}: expected `request` (from 1), `event` ({', '.join(EVENTS)})"
                " and perhaps `conversation`"
            )
        yield declared


def _declaration(table: Any) -> Declaration | None:
    if not isinstance(table, dict) or table.keys() - {"conversation", "request", "event"}:
        return None
    conversation, request, event = (table.get(key) for key in ("conversation", "request", "event"))
    if not isinstance(request, int) or request < 1 or isinstance(request, bool):
        return None
    if event not in EVENTS or not isinstance(conversation, str | None):
        return None
    return Declaration(conversation, request, event)
