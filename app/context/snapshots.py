"""A context at one moment, as a value: to brief another agent with, to compare, to use as a key.

A snapshot's scratchpad is frozen at every depth, so what it says cannot change after it was taken. Two
kinds of thing inside are shared with the live context on purpose: objects that are no containers, and
journal entries. The journal is the axis without a bound and never rewrites an entry; freezing each entry in
each snapshot would make the cost of a run grow with the square of its length.

Scratchpad values may be dicts and lists, which have no hash. A snapshot is therefore hashed by its prefix,
its messages and the names on its scratchpad; equality still compares everything.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from app.context.freezing import deep_freeze
from app.context.messages import Message
from app.context.prefix import PrefixContext

Entry = TypeVar("Entry")


@dataclass(frozen=True)
class FrozenContext(Generic[Entry]):
    """`scratchpad` holds (name, frozen value) pairs sorted by name; `journal` all entries, oldest first.

    Raises CyclicValueError for a value that contains itself and TypeError for a name that is no string; both
    say where.
    """

    prefix: PrefixContext
    messages: tuple[Message, ...] = ()
    scratchpad: tuple[tuple[str, Any], ...] = ()
    journal: tuple[Entry, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "messages", tuple(self.messages))
        object.__setattr__(self, "scratchpad", _frozen_pairs(dict(self.scratchpad)))
        object.__setattr__(self, "journal", tuple(self.journal))

    def __hash__(self) -> int:
        return hash((self.prefix, self.messages, tuple(name for name, _ in self.scratchpad)))


def _frozen_pairs(scratchpad: Mapping[str, Any]) -> tuple[tuple[str, Any], ...]:
    check_names(scratchpad)
    return tuple(
        (name, deep_freeze(scratchpad[name], f"scratchpad[{name!r}]")) for name in sorted(scratchpad)
    )


def check_names(scratchpad: Mapping[str, Any]) -> None:
    """TypeError, naming the culprit, unless every scratchpad name is a string."""
    for name in scratchpad:
        if not isinstance(name, str):
            raise TypeError(f"scratchpad[{name!r}]: a name on the scratchpad must be a string")
