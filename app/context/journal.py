"""What an agent changed, in order, and how much of that its parent already knows.

The journal only grows. A watermark divides it: entries before it have been absorbed by the parent, entries
behind it are what the next report has to carry, so nothing is shipped twice. Entries are never copied or
rewritten; who made one stays readable through any chain of merges.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Generic, TypeVar

Entry = TypeVar("Entry")


class MutationJournal(Generic[Entry]):
    """Entries in their order, and a mark behind the absorbed ones. Those given at the start are absorbed."""

    def __init__(self, entries: Iterable[Entry] = ()) -> None:
        self._entries = list(entries)
        self._committed = len(self._entries)

    @property
    def watermark(self) -> int:
        """Number of entries, from the start, that the parent has absorbed."""
        return self._committed

    def record(self, entry: Entry) -> None:
        """Add one entry."""
        self._entries.append(entry)

    def apply(self, entries: Iterable[Entry]) -> None:
        """Add another journal's diff. Nothing is recognised as known: applying a diff twice doubles it."""
        self._entries.extend(entries)

    def diff(self) -> tuple[Entry, ...]:
        """The entries the parent has not absorbed."""
        return tuple(self._entries[self._committed :])

    def view(self) -> tuple[Entry, ...]:
        """All entries, oldest first."""
        return tuple(self._entries)

    def mark_committed(self) -> None:
        """The parent has absorbed everything so far."""
        self._committed = len(self._entries)

    def has_uncommitted(self) -> bool:
        """Whether there is anything to ship."""
        return self._committed < len(self._entries)

    def size(self) -> int:
        """Number of entries, absorbed or not."""
        return len(self._entries)

    def copy(self) -> MutationJournal[Entry]:
        """An independent journal with the same entries and the same watermark."""
        twin = MutationJournal(self._entries)
        twin._committed = self._committed
        return twin
