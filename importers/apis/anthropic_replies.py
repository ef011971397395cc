"""Anthropic's answers: one JSON message, or the events that add up to it.

In a stream the last word on each key counts: the numbers of `message_start` are placeholders, and
`message_delta` may repeat some or all of them, so they are overlaid and never added.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from importers.apis import sse
from importers.apis.anthropic_blocks import content_segments
from importers.apis.anthropic_usage import split_differs, usage_of
from importers.apis.blocks import Blocks
from importers.apis.json_text import UnreadableError, compact, loads, parse
from importers.apis.shape import count, details, objects, text
from importers.apis.usage_semantics import EXCLUSIVE
from importers.records import Reply

_DELTAS = {"text_delta": "text", "thinking_delta": "thinking", "signature_delta": "signature"}
_UNKNOWN_PLACE = "not_available"


def reply(response: bytes, blocks: Blocks) -> Reply:
    """What a response body says, JSON or event stream. Raises `UnreadableError`."""
    if not sse.is_json(response):
        return streamed_reply((event for _, event in sse.payloads(response)), blocks)
    message = loads(response)
    if not isinstance(message, dict):
        raise UnreadableError("bad-response", "the response is not an object")
    return _reply(message, blocks.read(response).get("content"), complete=True)


def streamed_reply(events: Iterable[Mapping[str, Any]], blocks: Blocks) -> Reply:
    """What the events of a stream say, wherever they were carried."""
    message: dict[str, Any] = {}
    parts: dict[int, _Streaming] = {}
    complete = False
    for event in events:
        kind, index = event.get("type"), count(event, "index") or 0
        if kind == "message_start":
            message = dict(details(event, "message"))
        elif kind == "content_block_start":
            parts[index] = _Streaming(details(event, "content_block"))
        elif kind == "content_block_delta" and index in parts:
            parts[index].add(details(event, "delta"))
        elif kind == "message_delta":
            _overlay(message, event)
        complete = complete or kind == "message_stop"
    content = [part.block() for _, part in sorted(parts.items())]
    return _reply(message, blocks.read(compact(content)), complete)


def _overlay(message: dict[str, Any], event: Mapping[str, Any]) -> None:
    usage = {**details(message, "usage"), **details(event, "usage")}
    message.update({key: value for key, value in event.items() if key not in ("type", "delta")})
    message.update(details(event, "delta"))
    message["usage"] = usage


class _Streaming:
    """A content block while its deltas come in."""

    def __init__(self, start: Mapping[str, Any]) -> None:
        self._start = start
        self._texts: dict[str, list[str]] = {}
        self._input: list[str] = []
        self._citations: list[Any] = []

    def add(self, delta: Mapping[str, Any]) -> None:
        """Take in one delta; unknown kinds are passed over."""
        kind = text(delta, "type") or ""
        if kind == "input_json_delta":
            self._input.append(text(delta, "partial_json") or "")
        elif kind == "citations_delta":
            self._citations.append(delta.get("citation"))
        elif name := _DELTAS.get(kind):
            first = text(self._start, name) or ""
            self._texts.setdefault(name, [first]).append(text(delta, name) or "")

    def block(self) -> dict[str, Any]:
        """The block as a later request carries it."""
        block = {**self._start, **{name: sse.joined(parts) for name, parts in self._texts.items()}}
        if self._citations:
            block["citations"] = self._citations
        arguments = sse.joined(self._input)
        if arguments.strip():
            block["input"] = _as_json(arguments)
        return block


def _as_json(arguments: str) -> Any:
    try:
        return parse(arguments.encode())
    except UnreadableError:  # the stream was cut inside the arguments
        return arguments


def _reply(message: Mapping[str, Any], content: Any, complete: bool) -> Reply:
    fields = details(message, "usage")
    usage, last = usage_of(fields)
    place = text(fields, "inference_geo")
    diagnostics = details(message, "diagnostics")
    edits = objects(details(message, "context_management"), "applied_edits")
    return Reply(
        id=text(message, "id"),
        model=text(message, "model"),
        segments=tuple(content_segments(content, "assistant", "content")) if content else (),
        usage=usage,
        last_usage=last,
        stop_reason=text(message, "stop_reason"),
        service_tier=text(fields, "service_tier"),
        speed=text(fields, "speed"),
        geo=None if place == _UNKNOWN_PLACE else place,
        context_edits=tuple(text(edit, "type") or "unnamed" for edit in edits),
        verdict=text(diagnostics, "cache_miss_reason")
        or text(details(diagnostics, "cache_miss_reason"), "type"),
        semantics=EXCLUSIVE if usage else None,
        contradiction=split_differs(fields),
        complete=complete,
    )
