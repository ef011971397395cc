"""A recorded snapshot, read back as the frozen context it was.

`prefix` is the system prompt, or an object with `system_prompt`, `grounding` (messages) and `schema_block`;
`messages` are objects with `role`, `content` and, where they have them, `name`, `tool_calls` and `tool_call_id`;
`scratchpad` is an object, or a list of pairs. A prefix may state the `version` it was written in; another one than
ours is refused, not guessed at.
"""

from __future__ import annotations

import json
from typing import Any

from app.context import FrozenContext, Message, PrefixContext, ToolCall
from importers.formats.native import SNAPSHOT_VERSION
from importers.records import Snapshot


class UnreadableSnapshotError(ValueError):
    """A snapshot of another version or shape. The message names the place in the log and in the snapshot."""


def read_snapshot(snapshot: Snapshot) -> FrozenContext[Any]:
    """The context that an agent froze. Raises UnreadableSnapshotError."""
    try:
        return FrozenContext(
            _prefix(snapshot.prefix),
            tuple(_messages(snapshot.messages, "messages")),
            tuple(_pairs(snapshot.scratchpad)),
        )
    except UnreadableSnapshotError as error:
        place = snapshot.source if snapshot.line is None else f"{snapshot.source}:{snapshot.line}"
        raise UnreadableSnapshotError(f"{place}: this snapshot cannot be read: {error}") from None


def _prefix(value: Any) -> PrefixContext:
    if value is None or isinstance(value, str):
        return PrefixContext(value or "")
    held = _object(value, "prefix")
    if held.get("version", SNAPSHOT_VERSION) != SNAPSHOT_VERSION:
        raise UnreadableSnapshotError(
            f"prefix.version is {held['version']!r}; what can be read is {SNAPSHOT_VERSION}"
        )
    return PrefixContext(
        _text(held.get("system_prompt"), "prefix.system_prompt") or "",
        tuple(_messages(held.get("grounding"), "prefix.grounding")),
        _text(held.get("schema_block"), "prefix.schema_block"),
    )


def _messages(value: Any, place: str) -> list[Message]:
    return [_message(item, f"{place}[{index}]") for index, item in enumerate(_list(value, place))]


def _message(value: Any, place: str) -> Message:
    held = _object(value, place)
    role = _text(held.get("role"), f"{place}.role")
    if not role:
        raise UnreadableSnapshotError(f"{place} has no role")
    calls = _list(held.get("tool_calls"), f"{place}.tool_calls")
    return Message(
        role,
        _content(held.get("content"), f"{place}.content"),
        _text(held.get("name"), f"{place}.name"),
        tuple(_call(call, f"{place}.tool_calls[{index}]") for index, call in enumerate(calls)),
        _text(held.get("tool_call_id"), f"{place}.tool_call_id"),
    )


def _content(value: Any, place: str) -> str:
    """A text, or the texts of a list of blocks; a block without one stands as the JSON it is."""
    if not isinstance(value, list):
        return _text(value, place) or ""
    texts = [item.get("text") if isinstance(item, dict) else item for item in value]
    return "\n".join(
        text if isinstance(text, str) else json.dumps(item, ensure_ascii=False)
        for text, item in zip(texts, value, strict=True)
    )


def _call(value: Any, place: str) -> ToolCall:
    held = _object(value, place)
    function = held.get("function")
    named = function if isinstance(function, dict) else held
    arguments = named.get("arguments", {})
    if not isinstance(arguments, dict | str):
        raise UnreadableSnapshotError(f"{place}.arguments is neither an object nor a text")
    name = _text(named.get("name"), f"{place}.name")
    return ToolCall(_text(held.get("id"), f"{place}.id") or "", name or "", arguments)


def _pairs(value: Any) -> list[tuple[str, Any]]:
    if isinstance(value, dict):
        return list(value.items())
    pairs = _list(value, "scratchpad")
    for index, pair in enumerate(pairs):
        if not (isinstance(pair, list) and len(pair) == 2 and isinstance(pair[0], str)):
            raise UnreadableSnapshotError(f"scratchpad[{index}] is no pair of a name and a value")
    return [(name, held) for name, held in pairs]


def _object(value: Any, place: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise UnreadableSnapshotError(f"{place} is no object")
    return value


def _list(value: Any, place: str) -> list[Any]:
    if value is None:
        return []
    if not isinstance(value, list):
        raise UnreadableSnapshotError(f"{place} is no list")
    return value


def _text(value: Any, place: str) -> str | None:
    if value is not None and not isinstance(value, str):
        raise UnreadableSnapshotError(f"{place} is no text")
    return value
