"""Segments by number: each distinct block is stored once, each place it was sent at once.

A number is looked up in memory first, then in the database, and only then given out. Memory holds the
segments met most recently and forgets whole generations at a time, so that a file in which nothing repeats
takes no more of it than a small one.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from hashlib import blake2b
from typing import NamedTuple

import zstandard

from app.requests import SentSegment
from importers.records import Kind, Segment

GENERATION = 20_000  # segments remembered before an older generation is forgotten
_SMALL = 120  # bytes that compression cannot make shorter
_TEXTS = 512  # blocks kept unpacked for one reader


class Known(NamedTuple):
    """A stored segment: its own number and its block's."""

    segment: int
    block: int


class Segments:
    """Gives out numbers inside one transaction. `flush` writes what is new."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._compress = zstandard.ZstdCompressor(level=3).compress
        self._recent: dict[tuple[bytes, str, str | None], Known] = {}
        self._older: dict[tuple[bytes, str, str | None], Known] = {}
        self._blocks: dict[bytes, int] = {}  # of this flush
        self._next_block = _after_last(connection, "block")
        self._next_segment = _after_last(connection, "segment")
        self._new_blocks: list[tuple[object, ...]] = []
        self._new_segments: list[tuple[object, ...]] = []

    def numbers(self, segments: Iterable[Segment]) -> list[Known]:
        """The numbers of `segments`, in their order."""
        return [self._number(segment) for segment in segments]

    def block(self, segment: Segment) -> int:
        """The number of a block that was not sent at any place, such as a reply's."""
        return self._block(segment)[0]

    def text(self, content: bytes) -> int:
        """The number of a block that is no part of a prompt, such as a request's parameters."""
        digest = blake2b(content, digest_size=16, person=b"text").digest()
        return self.block(Segment("", Kind.OTHER, "", False, "", "", None, content, digest, len(content)))

    def flush(self, family: int | None) -> None:
        """Write what is new. A model's replies are stored as the `family`'s, to be recognised by."""
        self._connection.executemany(
            """INSERT INTO block
            (id, digest, section, kind, role, opens, name, chars, compressed, content, family)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, CASE WHEN ?5 = 'assistant' THEN ?11 END)""",
            [(*row, family) for row in self._new_blocks],
        )
        self._connection.executemany("INSERT INTO segment VALUES (?, ?, ?, ?)", self._new_segments)
        self._new_blocks.clear()
        self._new_segments.clear()
        self._blocks.clear()

    def _number(self, segment: Segment) -> Known:
        key = (segment.digest, segment.path, segment.marker)
        known = self._recent.get(key)
        if known is None:
            known = self._older.get(key) or self._stored_or_new(segment)
            self._remember(key, known)
        return known

    def _remember(self, key: tuple[bytes, str, str | None], known: Known) -> None:
        if len(self._recent) >= GENERATION:
            self._older, self._recent = self._recent, {}
        self._recent[key] = known

    def _stored_or_new(self, segment: Segment) -> Known:
        block, is_new = self._block(segment)
        row = (block, segment.path, segment.marker or "")
        if not is_new:
            found = self._connection.execute(
                "SELECT id FROM segment WHERE block = ? AND path = ? AND marker = ?", row
            ).fetchone()
            if found:
                return Known(found[0], block)
        number = self._next_segment
        self._next_segment += 1
        self._new_segments.append((number, *row))
        return Known(number, block)

    def _block(self, segment: Segment) -> tuple[int, bool]:
        if segment.digest in self._blocks:
            return self._blocks[segment.digest], False
        found = self._connection.execute(
            "SELECT id FROM block WHERE digest = ?", (segment.digest,)
        ).fetchone()
        if found:
            return found[0], False
        number = self._blocks[segment.digest] = self._next_block
        self._next_block += 1
        self._new_blocks.append(
            (number, segment.digest, segment.section, segment.kind, segment.role, segment.opens, segment.name,
             segment.chars, *self._packed(segment.canonical))
        )  # fmt: skip
        return number, True

    def _packed(self, content: bytes) -> tuple[bool, bytes]:
        if len(content) < _SMALL:
            return False, content
        packed = self._compress(content)
        return (True, packed) if len(packed) < len(content) else (False, content)


def texts(connection: sqlite3.Connection) -> Callable[[int], bytes]:
    """A function from a block's number to its canonical bytes, for the thread that opened `connection`."""
    unpack = zstandard.ZstdDecompressor().decompress

    @lru_cache(_TEXTS)
    def text(block: int) -> bytes:
        compressed, content = connection.execute(
            "SELECT compressed, content FROM block WHERE id = ?", (block,)
        ).fetchone()
        return unpack(content) if compressed else bytes(content)

    return text


def sent_segments(connection: sqlite3.Connection, numbers: Iterable[int]) -> Iterator[SentSegment]:
    """The segments of these numbers, without their bytes, in any order."""
    rows = connection.execute(
        """SELECT segment.id, block, section, kind, role, opens, path, name, marker, chars
        FROM segment JOIN block ON block.id = segment.block
        WHERE segment.id IN (SELECT value FROM json_each(?))""",
        (json.dumps(list(numbers)),),
    )
    for number, block, section, kind, role, opens, path, name, marker, chars in rows:
        yield SentSegment(
            id=number, block=block, section=section, kind=Kind(kind), role=role, opens=bool(opens), path=path,
            name=name, marker=marker or None, chars=chars,
        )  # fmt: skip


def _after_last(connection: sqlite3.Connection, table: str) -> int:
    last: int | None = connection.execute(f"SELECT max(id) FROM {table}").fetchone()[0]
    return (last or 0) + 1
