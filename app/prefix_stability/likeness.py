"""When two blocks are one block that changed, and not two different ones."""

from __future__ import annotations

from typing import Any

from app.requests import SentSegment
from importers.common_start import common_start
from importers.records import Kind

_IDS = ("tool_use_id", "tool_call_id", "call_id", "toolUseId", "id")
_SHARE = 0.3  # of the shorter text must stand at its start and end
_SHORT = 24
_SHINGLE = 40


def alike(a: SentSegment, b: SentSegment, old: Any, new: Any) -> bool:
    """Whether `b` (parsed: `new`) may be what became of `a` (parsed: `old`)."""
    if (a.section, a.kind, a.role) != (b.section, b.kind, b.role):
        return False
    ids = call_id(old), call_id(new)
    if a.kind in (Kind.TOOL_CALL, Kind.TOOL_RESULT):
        return ids[0] == ids[1] and a.name == b.name
    if a.kind is Kind.MEDIA:
        return True
    return similar(said(old), said(new))


def call_id(value: Any) -> str | None:
    """The id that ties a tool call to its result; None where the block has none."""
    if not isinstance(value, dict):
        return None
    found = next((value[name] for name in _IDS if isinstance(value.get(name), str)), None)
    inner = (v for v in value.values() if isinstance(v, dict) and any(name in v for name in _IDS))
    return found or next(map(call_id, inner), None)


def said(value: Any) -> str:
    """All strings of a block but its ids and type, joined."""
    if isinstance(value, str):
        return value
    if isinstance(value, list):
        return "\n".join(map(said, value))
    if isinstance(value, dict):
        return "\n".join(said(v) for k, v in value.items() if k not in _IDS and k != "type")
    return "" if value is None else str(value)


def similar(a: str, b: str) -> bool:
    """Whether two texts share so much that one must be made from the other."""
    shorter = min(len(a), len(b))
    if a == b or shorter == 0:
        return a == b
    ends = common_ends(a, b)
    if sum(ends) >= shorter * (0.5 if shorter < _SHORT else _SHARE):
        return True
    short, long = sorted((a, b), key=len)
    pieces = [short[i : i + _SHINGLE] for i in range(0, len(short) - _SHINGLE + 1, _SHINGLE // 2)]
    return bool(pieces) and 2 * sum(piece in long for piece in pieces) >= len(pieces)


def common_ends(a: str, b: str) -> tuple[int, int]:
    """Characters that two texts share at the start, and at the end of what is left."""
    head = common_start(a, b)
    left = min(len(a), len(b)) - head
    return head, common_start(a[len(a) - left :][::-1], b[len(b) - left :][::-1]) if left else 0
