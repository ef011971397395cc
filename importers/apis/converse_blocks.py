"""Converse's content blocks, in requests and in replies alike: the key a block holds tells its kind."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Any

from msgspec.structs import replace

from importers.apis.json_text import UnreadableError
from importers.apis.media import is_media
from importers.apis.segments import called, segment
from importers.apis.shape import details, text
from importers.records import Kind, Segment

_LIFETIME = "5m"  # of a cachePoint that names none
_KINDS = {
    "text": Kind.TEXT,
    "toolSpec": Kind.TOOL,
    "systemTool": Kind.TOOL,
    "toolUse": Kind.TOOL_CALL,
    "toolResult": Kind.TOOL_RESULT,
    "reasoningContent": Kind.REASONING,
}


def block_segments(
    section: str, role: str, path: str, blocks: Any, before: Sequence[Segment] = ()
) -> list[Segment]:
    """The segments of a list of blocks at `path[0]` ...; a `cachePoint` marks the one in front of it."""
    found: list[Segment] = []
    for i, block in enumerate(blocks if isinstance(blocks, list) else []):
        if not isinstance(block, dict):
            raise UnreadableError("bad-body", f"{path}[{i}] is not an object")
        if "cachePoint" in block:
            lifetime = text(details(block, "cachePoint"), "ttl") or _LIFETIME
            found[-1:] = [replace(marked, marker=lifetime) for marked in found[-1:]]
            continue
        kind = _kind(block)
        name = _name(block, kind, chain(reversed(found), reversed(before)))
        opens = not found and section == "messages"
        plain = segment(section, kind, role, f"{path}[{i}]", block, opens=opens, name=name)
        found.append(replace(plain, marker=None))  # a cache_control in it means nothing here
    return found


def _kind(block: dict[str, Any]) -> Kind:
    kind = next((_KINDS[key] for key in block if key in _KINDS), None)
    return kind or (Kind.MEDIA if is_media(block) else Kind.OTHER)


def _name(block: dict[str, Any], kind: Kind, earlier: Any) -> str:
    if kind is Kind.TOOL_RESULT:
        return called(earlier, details(block, "toolResult").get("toolUseId"))
    return text(details(block, *_KINDS), "name") or ""
