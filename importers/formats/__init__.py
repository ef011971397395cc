"""One file a container: what a tool writes, taken apart into calls.

A format knows where its container keeps bodies, times and ids, and how far they can be trusted. It knows
nothing about providers: it hands each call to `Exchanges`, which reads the body and the usage.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Protocol

from importers.calls import Call
from importers.reading import File
from importers.records import Exchange, Problem, Record


class Exchanges(Protocol):
    """Turns a call into an exchange; `importers.exchanges.ExchangeReader` is the real one."""

    def read(self, call: Call) -> Exchange | Problem: ...


@dataclass(frozen=True, slots=True)
class Format:
    """A container format.

    `sniff` scores a file's first bytes: 1 where they carry the format's own marks, less where they merely
    fit, 0 or less for another format's. `read` yields every record of a file in its order; it may raise
    `UnreadableError`, which ends the file with a problem. `untried` says so where no real file was at hand.
    """

    name: str
    sniff: Callable[[bytes], float]
    read: Callable[[File, Exchanges], Iterator[Record]]
    untried: bool = False

    @property
    def standing(self) -> str:
        """What a report says about how far the format was tried."""
        return "from the public schema, not yet tried on a real file" if self.untried else ""
