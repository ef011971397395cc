"""Anthropic Messages, also as Bedrock and Vertex carry it.

Read in the order tools, system, messages. A string where a list of blocks may stand is the same as one text block.
Cached tokens are counted beside `input_tokens`, and a server-side compaction makes several passes of which the top
level tells the last only: the bill is the sum of `iterations`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any

from importers.apis import sse
from importers.apis.blocks import Blocks
from importers.apis.json_text import Fields, Unreadable, compact, fields_of, items_of, loads, parse, string_of, text_of
from importers.apis.media import is_media
from importers.apis.segments import called, marker_of, segment
from importers.apis.shape import count, details, objects, text
from importers.apis.usage_semantics import EXCLUSIVE
from importers.records import Kind, Prompt, Reply, Segment
from pricing.usage import Usage

NAME = "anthropic-messages"

_PROMPT = frozenset({"model", "tools", "system", "messages", "cache_control"})
_VERTEX_MODEL = re.compile(r"/publishers/anthropic/models/([^:/?]+)")
_OTHER_MODELS = frozenset({"advisor_message"})  # iterations billed at another model's price


def claims(url: str, fields: Fields) -> bool:
    """Whether the URL, or without one the body, is of this API."""
    if url:
        path = url.partition("?")[0].rstrip("/")
        return path.endswith("/v1/messages") or bool(_VERTEX_MODEL.search(path))
    if "messages" not in fields:
        return False
    if "system" in fields or "anthropic_version" in fields or b'"claude' in text_of(fields, "model"):
        return True
    return b'"input_schema"' in text_of(fields, "tools") or b'"tool_use_id"' in text_of(fields, "messages")


def prompt(url: str, fields: Fields, blocks: Blocks) -> Prompt:
    """The prompt of a request body. Raises `Unreadable`."""
    tools = blocks.array("tools", fields.get("tools"), _tool)
    system = blocks.array("system", fields.get("system"), _system)
    messages = blocks.array("messages", fields.get("messages"), _message)
    named = _VERTEX_MODEL.search(url)
    marker = {"cache_control": parse(text_of(fields, "cache_control"))} if "cache_control" in fields else None
    return Prompt(
        segments=tools + system + messages,
        params=blocks.params(fields, _PROMPT),
        model=string_of(fields, "model") or (named[1] if named else None),
        auto_marker=marker_of(marker),
        bad_markers=sum(text_of(fields, name).count(b'"cachePoint"') for name in ("tools", "system")),
    )


def _tool(index: int, raw: bytes, _: Sequence[Segment]) -> list[Segment]:
    tool = parse(raw)
    if not isinstance(tool, dict):
        raise Unreadable("bad-body", f"tools[{index}] is not an object")
    return [segment("tools", Kind.TOOL, "", f"tools[{index}]", tool, name=str(tool.get("name", "")))]


def _system(index: int, raw: bytes, _: Sequence[Segment]) -> list[Segment]:
    return [_block("system", "system", f"system[{index}]", _as_block(parse(raw)), ())]


def _message(index: int, raw: bytes, before: Sequence[Segment]) -> list[Segment]:
    message = parse(raw)
    if not isinstance(message, dict):
        raise Unreadable("bad-body", f"messages[{index}] is not an object")
    content = message.get("content") or ""
    content = content if isinstance(content, list) else [content]
    return _content(content, str(message.get("role", "")), f"messages[{index}].content", before)


def _content(content: Sequence[Any], role: str, path: str, before: Sequence[Segment]) -> list[Segment]:
    found: list[Segment] = []
    for i, item in enumerate(content):
        earlier = chain(reversed(found), reversed(before))
        found.append(_block("messages", role, f"{path}[{i}]", _as_block(item), earlier, opens=i == 0))
    return found


def _as_block(item: Any) -> dict[str, Any]:
    if isinstance(item, str):
        return {"type": "text", "text": item}
    if not isinstance(item, dict):
        raise Unreadable("bad-body", "a content block is neither text nor an object")
    if isinstance(item.get("content"), str) and _kind(item) is Kind.TOOL_RESULT:
        return {**item, "content": [{"type": "text", "text": item["content"]}]}
    return item


def _block(section: str, role: str, path: str, block: dict[str, Any], earlier: Any, opens: bool = False) -> Segment:
    kind = _kind(block)
    name = called(earlier, block.get("tool_use_id")) if kind is Kind.TOOL_RESULT else str(block.get("name", ""))
    return segment(section, kind, role, path, block, opens=opens, name=name)


def _kind(block: dict[str, Any]) -> Kind:
    name = str(block.get("type", ""))
    if name == "text":
        return Kind.TEXT
    if name.endswith("tool_result"):
        return Kind.TOOL_RESULT
    if name.endswith("tool_use"):
        return Kind.TOOL_CALL
    if name.endswith("thinking"):
        return Kind.REASONING
    return Kind.MEDIA if is_media(block) else Kind.OTHER


def reply(response: bytes, blocks: Blocks) -> Reply:
    """What a response body says, JSON or event stream. Raises `Unreadable`."""
    if sse.is_json(response):
        message, complete = _whole(response), True
    else:
        message, complete = _streamed(response)
    content = [_as_block(parse(blocks.clean(raw))) for raw in message["content"]]
    usage, last = usage_of(details(message, "usage"))
    fields = details(message, "usage")
    return Reply(
        id=text(message, "id"),
        model=text(message, "model"),
        segments=tuple(_content(content, "assistant", "content", ())),
        usage=usage,
        last_usage=last,
        stop_reason=text(message, "stop_reason"),
        service_tier=text(fields, "service_tier"),
        speed=text(fields, "speed"),
        geo=_known_geo(text(fields, "inference_geo")),
        context_edits=_edits(message),
        verdict=_verdict(message),
        semantics=EXCLUSIVE if usage else None,
        contradiction=_split_differs(fields),
        complete=complete,
    )


def _whole(response: bytes) -> dict[str, Any]:
    fields = fields_of(response)
    message = {name: loads(bytes(raw)) for name, raw in fields.items() if name != "content"}
    content = text_of(fields, "content")
    message["content"] = [bytes(item) for item in items_of(content)] if content.startswith(b"[") else []
    return message


def _streamed(response: bytes) -> tuple[dict[str, Any], bool]:
    """The message an event stream adds up to (its content as raw blocks), and whether it was seen to its end."""
    message: dict[str, Any] = {}
    parts: dict[int, _Streaming] = {}
    complete = False
    for _, event in sse.payloads(response):
        kind = event.get("type")
        if kind == "message_start":
            message = dict(details(event, "message"))
        elif kind == "content_block_start":
            parts[count(event, "index") or 0] = _Streaming(details(event, "content_block"))
        elif kind == "content_block_delta" and (count(event, "index") or 0) in parts:
            parts[count(event, "index") or 0].add(details(event, "delta"))
        elif kind == "message_delta":
            _overlay(message, event)
        complete = complete or kind == "message_stop"
    message["content"] = [compact(part.block()) for _, part in sorted(parts.items())]
    return message, complete


def _overlay(message: dict[str, Any], event: Mapping[str, Any]) -> None:
    # The last word on each key counts; the numbers of message_start are placeholders, so nothing is added up.
    message.update(details(event, "delta"))
    message.update({key: value for key, value in event.items() if key not in ("type", "delta", "usage")})
    message["usage"] = {**details(message, "usage"), **details(event, "usage")}


class _Streaming:
    """A content block while its deltas come in."""

    _INTO = {"text_delta": "text", "thinking_delta": "thinking", "signature_delta": "signature"}

    def __init__(self, start: Mapping[str, Any]) -> None:
        self._start = start
        self._parts: dict[str, list[str]] = {}
        self._citations: list[Any] = []

    def add(self, delta: Mapping[str, Any]) -> None:
        """Take in one delta; unknown kinds are passed over."""
        kind = str(delta.get("type"))
        if kind == "input_json_delta":
            self._parts.setdefault("input", []).append(str(delta.get("partial_json", "")))
        elif kind == "citations_delta":
            self._citations.append(delta.get("citation"))
        elif kind in self._INTO:
            name = self._INTO[kind]
            self._parts.setdefault(name, [str(self._start.get(name) or "")]).append(str(delta.get(name, "")))

    def block(self) -> dict[str, Any]:
        """The block as a later request carries it."""
        block = {**self._start, **{name: sse.joined(parts) for name, parts in self._parts.items()}}
        if self._citations:
            block["citations"] = self._citations
        if "input" in self._parts:
            block["input"] = _arguments(block["input"], self._start.get("input"))
        return block


def _arguments(text: str, otherwise: Any) -> Any:
    if not text.strip():
        return otherwise
    try:
        return parse(text.encode("utf-8", "replace"))
    except Unreadable:  # the stream was cut inside the arguments
        return text


def usage_of(fields: Mapping[str, Any]) -> tuple[Usage | None, Usage | None]:
    """What was billed, and the usage of the last pass where there were several; None where nothing is said."""
    if not fields:
        return None, None
    passes = [p for p in objects(fields, "iterations") if p.get("type") not in _OTHER_MODELS]
    if len(passes) < 2:
        return _one(fields), None
    total = _one(passes[0])
    for more in passes[1:]:
        total += _one(more)
    return total, _one(passes[-1])


def _one(fields: Mapping[str, Any]) -> Usage:
    split = details(fields, "cache_creation")
    written = count(fields, "cache_creation_input_tokens")
    short, hour = count(split, "ephemeral_5m_input_tokens"), count(split, "ephemeral_1h_input_tokens")
    known = (short or 0) + (hour or 0) > 0 or (bool(split) and not written)
    return Usage(
        input_tokens=count(fields, "input_tokens"),
        output_tokens=count(fields, "output_tokens"),
        cache_read_tokens=count(fields, "cache_read_input_tokens"),
        cache_write_5m_tokens=short if known else None,
        cache_write_1h_tokens=hour if known else None,
        cache_write_unsplit_tokens=None if known else written,
        reasoning_tokens=count(details(fields, "output_tokens_details"), "thinking_tokens", "reasoning_tokens"),
        web_searches=count(details(fields, "server_tool_use"), "web_search_requests"),
    )


def _split_differs(fields: Mapping[str, Any]) -> bool:
    split, written = details(fields, "cache_creation"), count(fields, "cache_creation_input_tokens")
    sums = sum(n for n in split.values() if isinstance(n, int))
    return bool(split) and written is not None and sums not in (0, written)


def _known_geo(geo: str | None) -> str | None:
    return None if geo == "not_available" else geo


def _edits(message: Mapping[str, Any]) -> tuple[str, ...]:
    edits = objects(details(message, "context_management"), "applied_edits")
    return tuple(text(edit, "type") or "unnamed" for edit in edits)


def _verdict(message: Mapping[str, Any]) -> str | None:
    diagnostics = details(message, "diagnostics")
    return text(diagnostics, "cache_miss_reason") or text(details(diagnostics, "cache_miss_reason"), "type")
