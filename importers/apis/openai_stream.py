"""A Chat Completions answer that came in chunks: each holds a piece of a text or of a call's arguments."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from importers.apis import sse
from importers.apis.shape import count, details, objects, text

_TEXTS = ("content", "refusal", "reasoning_content", "reasoning")


def streamed(response: bytes) -> tuple[dict[str, Any], bool]:
    """The answer as it would have come in one piece, and whether the stream was seen to its end."""
    answer: dict[str, Any] = {}
    message = _Streaming()
    finish = None
    for _, chunk in sse.payloads(response):
        answer.update({key: value for key, value in chunk.items() if value is not None})
        for choice in objects(chunk, "choices"):
            if not choice.get("index"):  # further choices never enter a later prompt
                message.add(details(choice, "delta"))
                finish = text(choice, "finish_reason") or finish
    answer["choices"] = [{"message": message.whole(), "finish_reason": finish}]
    return answer, finish is not None


class _Streaming:
    """The first choice's message while its deltas come in."""

    def __init__(self) -> None:
        self._texts: dict[str, list[str]] = {}
        self._details: list[dict[str, Any]] = []
        self._calls: dict[int, _Call] = {}

    def add(self, delta: Mapping[str, Any]) -> None:
        """Take in one delta."""
        for name in _TEXTS:
            if piece := text(delta, name):
                self._texts.setdefault(name, []).append(piece)
        self._details.extend(objects(delta, "reasoning_details"))
        for call in objects(delta, "tool_calls"):
            self._calls.setdefault(count(call, "index") or 0, _Call()).add(call)

    def whole(self) -> dict[str, Any]:
        """The message as a later request carries it; empty when nothing came."""
        message: dict[str, Any] = {name: sse.joined(parts) for name, parts in self._texts.items()}
        if self._details:
            message["reasoning_details"] = _merged(self._details)
        if self._calls:
            message["tool_calls"] = [call.whole() for _, call in sorted(self._calls.items())]
        return {"role": "assistant", **message} if message else {}


class _Call:
    """A tool call while its pieces come in."""

    def __init__(self) -> None:
        self._id: str | None = None
        self._name = ""
        self._arguments: list[str] = []

    def add(self, delta: Mapping[str, Any]) -> None:
        """Take in one piece."""
        function = details(delta, "function")
        self._id = text(delta, "id") or self._id
        self._name += text(function, "name") or ""
        self._arguments.append(text(function, "arguments") or "")

    def whole(self) -> dict[str, Any]:
        """The call as a later request carries it."""
        function = {"name": self._name, "arguments": sse.joined(self._arguments)}
        return {"id": self._id, "type": "function", "function": function}


def _merged(pieces: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Pieces of one thought, joined as OpenRouter asks to send them back."""
    whole: list[dict[str, Any]] = []
    for piece in pieces:
        last = whole[-1] if whole else {}
        if last and (last.get("type"), last.get("index")) == (piece.get("type"), piece.get("index")):
            texts = {
                name: (text(last, name) or "") + (text(piece, name) or "")
                for name in ("text", "summary", "data")
            }
            given = {name: value for name, value in piece.items() if value is not None}
            whole[-1] = {**last, **given, **{name: value for name, value in texts.items() if value}}
        else:
            whole.append(piece)
    return whole
