"""A run kept as its messages in Chat form: every assistant message answers what stands above it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from importers.notations.decoding import Raw, encode
from importers.retold.transcripts import Conversation, body

Message = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Turn:
    """A reply and the request it answers; `index` is the reply's place among the messages, from 0."""

    index: int
    request: dict[str, Raw]
    reply: Message


def turns(messages: Iterable[Message], model: str | None) -> Iterator[Turn]:
    """One turn an assistant message."""
    conversation = Conversation()
    for index, message in enumerate(messages):
        if message.get("role") == "assistant":
            yield Turn(index, body(model, conversation), message)
        conversation.add(encode(message))


def response(reply: Message, model: str | None) -> bytes:
    """A reply as the response body of a chat completion, which says nothing of usage."""
    return encode({"model": model, "choices": [{"index": 0, "message": reply}]})
