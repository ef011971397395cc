from __future__ import annotations

import json
from typing import Any

import pytest

from importers import registry
from importers.formats import gemini_cli
from importers.records import Exchange, Fidelity
from pricing.usage import Usage
from tests.importers.formats.conftest import RecordingExchanges, Write

SESSION = {"sessionId": "s", "projectHash": "h", "startTime": "2025-11-30T10:53:00Z"}
ASKED = {"id": "u", "type": "user", "content": "where?", "timestamp": "2025-11-30T10:53:10Z"}
TOKENS = {"input": 100, "cached": 60, "output": 5, "thoughts": 3, "tool": 2, "total": 110}
SAID = {
    "id": "a",
    "type": "gemini",
    "model": "gemini-3-pro",
    "timestamp": "2025-11-30T10:53:20Z",
    "content": "there",
    "tokens": TOKENS,
    "toolCalls": [
        {
            "id": "c",
            "name": "look",
            "args": {"at": "map"},
            "result": [{"functionResponse": {"response": {"output": "north"}}}],
        }
    ],
}
AGAIN = {**SAID, "id": "b", "toolCalls": []}
NOTICE = {"id": "n", "type": "info", "content": "updated"}


def read(write: Write, exchanges: RecordingExchanges, content: Any) -> list[Any]:
    file = write(content)
    assert registry.recognise(file) is gemini_cli.FORMAT
    return list(gemini_cli.read(file, exchanges))


@pytest.mark.parametrize(
    "content",
    [
        json.dumps({**SESSION, "messages": [ASKED, NOTICE, SAID, AGAIN]}, indent=1),
        [SESSION, ASKED, {**SAID, "content": "the"}, NOTICE, SAID, AGAIN, {"$set": {"lastUpdated": "x"}}],
        [SESSION, {"$set": {"messages": [ASKED, SAID]}}, AGAIN],
    ],
    ids=["document", "lines", "a checkpoint"],
)
def test_a_message_of_the_model_is_a_call(write: Write, exchanges: RecordingExchanges, content: Any) -> None:
    first, _ = read(write, exchanges, content)
    assert isinstance(first, Exchange)
    assert first.reply
    assert first.reply.usage == Usage(
        input_tokens=42, output_tokens=8, cache_read_tokens=60, reasoning_tokens=3
    )
    assert first.provider == "google"
    assert [m["role"] for m in exchanges.body(0)["messages"]] == ["user"]
    assert [m["role"] for m in exchanges.body(1)["messages"]] == ["user", "assistant", "tool"]
    assert exchanges.body(1)["messages"][1]["content"] == "there"
    assert exchanges.body(1)["messages"][2]["content"] == [{"type": "text", "text": "north"}]
    call = exchanges.calls[0]
    assert (call.conversation, call.ended_at, call.fidelity) == ("s", 1764500000, Fidelity.RECONSTRUCTED)


def test_without_tokens_the_usage_is_unknown(write: Write, exchanges: RecordingExchanges) -> None:
    bare = {key: held for key, held in SAID.items() if key != "tokens"}
    (exchange,) = read(write, exchanges, json.dumps({**SESSION, "messages": [ASKED, bare]}))
    assert exchange.reply.usage is None
