"""Blocks by number: the bytes of each distinct block are stored once.

Bytes of blocks with consecutive numbers lie in one compressed pack, because text compresses well only in
company, and blocks that came together are read together.
"""

from __future__ import annotations

import sqlite3
from array import array
from collections.abc import Sequence
from functools import lru_cache
from hashlib import blake2b
from itertools import accumulate

import zstandard

from importers.records import Kind, Segment

_PACK = 1 << 18  # bytes of content after which a pack is closed
_PACKS = 64  # packs kept unpacked for one reader
_FIND = "SELECT id FROM block WHERE digest = ?"
_INSERT = """INSERT INTO block (id, digest, section, kind, role, opens, name, chars, family)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, CASE WHEN ?3 = 'messages' THEN ?9 END)"""


class Blocks:
    """Gives out numbers inside one transaction. `flush` writes what is new since the last one, `close` the rest.

    Bytes wait until they fill a pack, however many requests that takes: small packs compress badly and slowly.
    """

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._compress = zstandard.ZstdCompressor(level=1).compress
        self._next = self._first_new = after_last(connection, "block")
        self._known: dict[bytes, int] = {}  # since the last flush
        self._new: list[tuple[object, ...]] = []
        self._pack: list[bytes] = []
        self._packed = 0

    def numbers(self, segments: Sequence[Segment]) -> list[int]:
        """The numbers of the segments' blocks, in their order."""
        return [
            self._known.get(segment.digest) or self._stored(segment.digest) or self._add(segment)
            for segment in segments
        ]

    def is_new(self, number: int) -> bool:
        """Whether a block was met for the first time since the last flush."""
        return number >= self._first_new

    def text(self, content: bytes) -> int:
        """The number of a block that is no part of a prompt, such as a request's parameters."""
        digest = blake2b(content, digest_size=16, person=b"text").digest()
        return self.numbers(
            [Segment("", Kind.OTHER, "", False, "", "", None, content, digest, len(content))]
        )[0]

    def flush(self, family: int | None) -> None:
        """Write what is new. Messages are stored as the `family`'s, which is recognised by them."""
        self._connection.executemany(_INSERT, [(*row, family) for row in self._new])
        self._new.clear()
        self._known.clear()
        self._first_new = self._next

    def _stored(self, digest: bytes) -> int | None:
        found = self._connection.execute(_FIND, (digest,)).fetchone()
        return found[0] if found else None

    def _add(self, segment: Segment) -> int:
        number = self._known[segment.digest] = self._next
        self._next += 1
        self._new.append(
            (number, segment.digest, segment.section, segment.kind, segment.role, segment.opens, segment.name,
             segment.chars)
        )  # fmt: skip
        self._pack.append(segment.canonical)
        self._packed += len(segment.canonical)
        if self._packed >= _PACK:
            self.close()
        return number

    def close(self) -> None:
        """Write the bytes that wait."""
        if self._pack:
            ends = array("I", accumulate(map(len, self._pack)))
            row = (self._next - len(ends), ends.tobytes(), self._compress(b"".join(self._pack)))
            self._connection.execute("INSERT INTO pack VALUES (?, ?, ?)", row)
            self._pack.clear()
            self._packed = 0


class Texts:
    """The canonical bytes of blocks, for the thread that opened `connection`: `texts(number)`."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._pack = lru_cache(_PACKS)(self._unpacked)
        self._first, self._ends, self._content = 0, array("I"), b""

    def __call__(self, block: int) -> bytes:
        place = block - self._first
        if not 0 <= place < len(self._ends):
            (self._first,) = self._connection.execute(
                "SELECT max(first) FROM pack WHERE first <= ?", (block,)
            ).fetchone()
            self._ends, self._content = self._pack(self._first)
            place = block - self._first
        return self._content[self._ends[place - 1] if place else 0 : self._ends[place]]

    def _unpacked(self, first: int) -> tuple[array[int], bytes]:
        ends, content = self._connection.execute(
            "SELECT ends, content FROM pack WHERE first = ?", (first,)
        ).fetchone()
        return array("I", ends), zstandard.ZstdDecompressor().decompress(content)


def after_last(connection: sqlite3.Connection, table: str) -> int:
    """The first number of a table that is free."""
    last: int | None = connection.execute(f"SELECT max(id) FROM {table}").fetchone()[0]
    return (last or 0) + 1
