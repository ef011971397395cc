"""What a recogniser says of one change."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from app.prefix_stability.difference import Edit
from app.prefix_stability.excerpts import around
from app.prefix_stability.leaf import Leaf
from app.requests import SentSegment


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A change with its cause and place. `at` counts the segments of this request in front of it.

    `shape` holds what an event may be told by (`truncates`, `tail-kept`, `group` ...), `blocks` the two blocks
    whose bytes differ there, where one changed into the other. `in_place` pairs the
    segments that changed in place with what they became. `missing` says what an `unknown` lacks.
    """

    cause: str
    section: str
    path: str | None
    at: int
    offset: int | None = None
    before: str = ""
    after: str = ""
    shape: frozenset[str] = field(default=frozenset())
    blocks: tuple[int, int] | None = None
    in_place: tuple[tuple[SentSegment, SentSegment], ...] = ()
    missing: str | None = None


Explained = tuple[Found, frozenset[int]]  # and the numbers of the edits that it accounts for


def changed(cause: str, edit: Edit, leaf: Leaf, *shape: str) -> Found:
    """A segment that changed in place, or gave way to another, at the leaf where the two differ."""
    before, after = around(leaf.old, leaf.new)
    segment = edit.new[0]
    return Found(
        cause=cause,
        section=segment.section,
        path=segment.path + leaf.path,
        at=edit.at,
        offset=leaf.offset,
        before=before,
        after=after,
        shape=frozenset(shape),
        blocks=(edit.old[0].block, segment.block),
    )


def whole(cause: str, segment: SentSegment, at: int, old: Any, new: Any, *shape: str) -> Found:
    """A segment that was added, removed or moved as a whole."""
    before, after = around(old, new)
    return Found(
        cause=cause,
        section=segment.section,
        path=segment.path,
        at=at,
        before=before,
        after=after,
        shape=frozenset(shape),
    )
