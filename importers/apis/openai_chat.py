"""OpenAI Chat Completions and the many that speak it: Azure, OpenRouter, DeepSeek, xAI, Mistral, GLM, local engines.

The system prompt is a message here; leading system or developer messages are the system section, under their index
among `messages`. Tool calls stand beside the content, reasoning before it. Cached tokens are part of `prompt_tokens`
everywhere, under a name that differs by vendor.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from importers.apis import sse
from importers.apis.blocks import Blocks
from importers.apis.json_text import Fields, Unreadable, compact, fields_of, items_of, loads, parse, string_of, text_of
from importers.apis.media import is_media
from importers.apis.segments import called, marker_of, segment
from importers.apis.shape import count, details, objects, text
from importers.apis.openai_usage import reported_cost, usage_of
from importers.records import Kind, Prompt, Reply, Segment

NAME = "openai-chat"

_PROMPT = frozenset({"model", "tools", "functions", "messages", "cache_control"})
_DEPLOYMENT = re.compile(r"/deployments/([^/?]+)")
_SYSTEM = frozenset({"system", "developer"})
_REASONING = ("reasoning_details", "reasoning_content", "reasoning")  # the same thoughts in several spellings


def claims(url: str, fields: Fields) -> bool:
    """Whether the URL, or without one the body, is of this API."""
    return url.partition("?")[0].rstrip("/").endswith("/chat/completions") if url else "messages" in fields


def prompt(url: str, fields: Fields, blocks: Blocks) -> Prompt:
    """The prompt of a request body. Raises `Unreadable`."""
    tools = blocks.array("tools", fields.get("tools"), _tool)
    functions = blocks.array("functions", fields.get("functions"), _function)
    messages = blocks.array("messages", fields.get("messages"), _message)
    named = _DEPLOYMENT.search(url)
    marker = {"cache_control": parse(text_of(fields, "cache_control"))} if "cache_control" in fields else None
    return Prompt(
        segments=tools + functions + messages,
        params=blocks.params(fields, _PROMPT),
        model=string_of(fields, "model") or (named[1] if named else None),
        auto_marker=marker_of(marker),
    )


def _tool(index: int, raw: bytes, _: Sequence[Segment]) -> list[Segment]:
    tool = _object(parse(raw), f"tools[{index}]")
    name = details(tool, "function").get("name") or tool.get("name") or ""
    return [segment("tools", Kind.TOOL, "", f"tools[{index}]", tool, name=str(name))]


def _function(index: int, raw: bytes, _: Sequence[Segment]) -> list[Segment]:
    function = _object(parse(raw), f"functions[{index}]")
    return [segment("tools", Kind.TOOL, "", f"functions[{index}]", function, name=str(function.get("name", "")))]


def _message(index: int, raw: bytes, before: Sequence[Segment]) -> list[Segment]:
    message = _object(parse(raw), f"messages[{index}]")
    leading = not before or before[-1].section == "system"
    if message.get("role") in _SYSTEM and leading:
        return _system(message, f"system[{index}]")
    return message_segments(message, f"messages[{index}]", before)


def _system(message: dict[str, Any], path: str) -> list[Segment]:
    parts = _parts(message.get("content"))
    paths = [path] if len(parts) == 1 else [f"{path}.content[{i}]" for i in range(len(parts))]
    return [
        segment("system", Kind.TEXT, "system", where, part, opens=i == 0)
        for i, (where, part) in enumerate(zip(paths, parts, strict=True))
    ]


def message_segments(message: dict[str, Any], path: str, before: Sequence[Segment]) -> list[Segment]:
    """The segments of one message in the order they are rendered: reasoning, content, tool calls."""
    role = str(message.get("role", ""))
    role = "system" if role in _SYSTEM else "tool" if role == "function" else role
    pieces = [*_reasoning(message, path), *_said(message, role, path, before), *_calls(message, path)]
    if not pieces:
        pieces = [(Kind.TEXT, f"{path}.content[0]", {"type": "text", "text": ""}, "")]
    return [
        segment("messages", kind, role, where, block, opens=i == 0, name=name)
        for i, (kind, where, block, name) in enumerate(pieces)
    ]


_Piece = tuple[Kind, str, Any, str]  # kind, path, block, name


def _reasoning(message: Mapping[str, Any], path: str) -> list[_Piece]:
    found = next((name for name in _REASONING if message.get(name)), None)
    return [(Kind.REASONING, f"{path}.{found}", message[found], "")] if found else []


def _said(message: Mapping[str, Any], role: str, path: str, before: Sequence[Segment]) -> list[_Piece]:
    pieces: list[_Piece] = []
    call_id = message.get("tool_call_id")
    name = str(message.get("name") or called(reversed(before), call_id)) if role == "tool" else ""
    spoken = {} if role == "tool" else {"name": message.get("name")}  # a speaker's name is rendered
    for i, part in enumerate(_parts(message.get("content"))):
        whole = {**part, **spoken, "tool_call_id": call_id}
        kind = Kind.TOOL_RESULT if role == "tool" else Kind.MEDIA if is_media(part) else Kind.TEXT
        pieces.append((kind, f"{path}.content[{i}]", whole, name))
    if isinstance(message.get("refusal"), str):
        pieces.append((Kind.TEXT, f"{path}.refusal", message["refusal"], ""))
    return pieces


def _calls(message: Mapping[str, Any], path: str) -> list[_Piece]:
    pieces: list[_Piece] = []
    for i, call in enumerate(objects(message, "tool_calls")):
        # `index` numbers the deltas of a stream and is sometimes left in.
        block = {"type": "function", **{key: value for key, value in call.items() if key != "index"}}
        name = details(call, "function", "custom").get("name") or ""
        pieces.append((Kind.TOOL_CALL, f"{path}.tool_calls[{i}]", block, str(name)))
    if isinstance(message.get("function_call"), dict):
        call = message["function_call"]
        pieces.append((Kind.TOOL_CALL, f"{path}.function_call", call, str(call.get("name", ""))))
    return pieces


def _parts(content: Any) -> list[dict[str, Any]]:
    if not content:
        return []
    items = content if isinstance(content, list) else [content]
    return [{"type": "text", "text": item} if isinstance(item, str) else _object(item, "content") for item in items]


def _object(value: Any, path: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise Unreadable("bad-body", f"{path} is not an object")
    return value


def reply(response: bytes, blocks: Blocks) -> Reply:
    """What a response body says, JSON or event stream. Raises `Unreadable`."""
    if sse.is_json(response):
        answer, complete = loads(response), True
        message = _first_message(response)
    else:
        answer, complete = _streamed(response)
        message = compact(answer.pop("message")) if "message" in answer else None
    said = _object(parse(blocks.clean(message)), "message") if message else {}
    counted = usage_of(details(answer, "usage"))
    return Reply(
        id=text(answer, "id"),
        model=text(answer, "model"),
        segments=tuple(message_segments(said, "choices[0].message", ())) if said else (),
        usage=counted.usage if counted else None,
        stop_reason=next((text(choice, "finish_reason") for choice in objects(answer, "choices")), None),
        upstream=text(answer, "provider"),
        service_tier=text(answer, "service_tier"),
        reported_cost=reported_cost(details(answer, "usage")),
        semantics=counted.semantics if counted else None,
        contradiction=bool(counted and counted.contradiction),
        complete=complete,
    )


def _first_message(response: bytes) -> bytes | None:
    """The raw text of the first choice's message, so that its numbers keep their spelling."""
    choices = text_of(fields_of(response), "choices")
    first = items_of(choices)[:1] if choices.startswith(b"[") else []
    return text_of(fields_of(bytes(first[0])), "message") if first else None


def _streamed(response: bytes) -> tuple[dict[str, Any], bool]:
    """The answer that a stream of chunks adds up to, and whether it was seen to its end."""
    answer: dict[str, Any] = {}
    message = _Streaming()
    finish = None
    for _, chunk in sse.payloads(response):
        answer.update({key: value for key, value in chunk.items() if value is not None and key != "choices"})
        for choice in objects(chunk, "choices"):
            if not choice.get("index"):
                message.add(details(choice, "delta"))
                finish = text(choice, "finish_reason") or finish
    answer["choices"] = [{"finish_reason": finish}]
    if answer.get("id"):
        answer["message"] = message.whole()
    return answer, finish is not None


class _Streaming:
    """The first choice's message while its deltas come in."""

    _TEXTS = ("content", "refusal", "reasoning_content", "reasoning")

    def __init__(self) -> None:
        self._texts: dict[str, list[str]] = {}
        self._details: list[Any] = []
        self._calls: dict[int, dict[str, Any]] = {}

    def add(self, delta: Mapping[str, Any]) -> None:
        """Take in one delta."""
        for name in self._TEXTS:
            if isinstance(delta.get(name), str):
                self._texts.setdefault(name, []).append(delta[name])
        self._details.extend(objects(delta, "reasoning_details"))
        for call in objects(delta, "tool_calls"):
            self._add_call(call)

    def _add_call(self, delta: Mapping[str, Any]) -> None:
        call = self._calls.setdefault(count(delta, "index") or 0, {"type": "function", "name": "", "arguments": []})
        call["id"] = delta.get("id") or call.get("id")
        function = details(delta, "function")
        call["name"] += text(function, "name") or ""
        call["arguments"].append(text(function, "arguments") or "")

    def whole(self) -> dict[str, Any]:
        """The message as a later request carries it."""
        message: dict[str, Any] = {"role": "assistant"}
        message.update({name: sse.joined(parts) for name, parts in self._texts.items()})
        if self._details:
            message["reasoning_details"] = self._details
        message["tool_calls"] = [
            {
                "id": call["id"],
                "type": "function",
                "function": {"name": call["name"], "arguments": sse.joined(call["arguments"])},
            }
            for _, call in sorted(self._calls.items())
        ]
        return {key: value for key, value in message.items() if value != []}
