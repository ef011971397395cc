from __future__ import annotations

import json
from typing import Any

import pytest

from importers import registry
from importers.formats import claude_agent_sdk
from importers.records import Exchange
from tests.importers.formats.conftest import RecordingExchanges, Write

INIT = {
    "type": "system",
    "subtype": "init",
    "session_id": "s",
    "cwd": "/srv/shop",
    "claude_code_version": "2.1.84",
}
ASKED = {"type": "user", "message": {"role": "user", "content": "look"}, "session_id": "default"}
RESULT = {"type": "result", "subtype": "success", "total_cost_usd": 0.5, "session_id": "s"}


def said(name: str, block: dict[str, Any], agent: str | None = None) -> dict[str, Any]:
    message = {
        "id": name,
        "model": "m",
        "role": "assistant",
        "content": [block],
        "usage": {"input_tokens": 3},
    }
    return {"type": "assistant", "message": message, "parent_tool_use_id": agent, "session_id": "s"}


MESSAGES = [
    ASKED,
    INIT,
    said("m1", {"type": "thinking", "thinking": "hm"}),
    said("m1", {"type": "tool_use", "id": "t", "name": "Bash", "input": {}}),
    {
        **ASKED,
        "message": {
            "role": "user",
            "content": [{"type": "tool_result", "tool_use_id": "t", "content": "ok"}],
        },
    },
    said("m2", {"type": "text", "text": "done"}),
    RESULT,
]


@pytest.mark.parametrize(
    "content",
    [
        [INIT, *MESSAGES],
        json.dumps(
            {"messages": [{"direction": "recv", "message": message} for message in [INIT, *MESSAGES]]},
            indent=1,
        ),
    ],
    ids=["stream", "recording"],
)
def test_rows_of_a_reply_are_one_exchange(write: Write, exchanges: RecordingExchanges, content: Any) -> None:
    file = write(content)
    assert registry.recognise(file) is claude_agent_sdk.FORMAT
    list(claude_agent_sdk.read(file, exchanges))
    assert [exchanges.answer(i)["id"] for i in range(len(exchanges.calls))] == ["m1", "m2"]
    assert [m["role"] for m in exchanges.body(1)["messages"]] == ["user", "assistant", "user"]
    call = exchanges.calls[0]
    assert (call.conversation, call.project, call.builder) == ("s", "/srv/shop", "claude-agent-sdk 2.1.84")


def test_what_a_sub_agent_says_is_a_lane_of_its_own(write: Write, exchanges: RecordingExchanges) -> None:
    rows = [
        INIT,
        ASKED,
        said("m1", {"type": "text", "text": "found"}, agent="t"),
        said("m2", {"type": "text", "text": "a"}),
    ]
    found = claude_agent_sdk.read(write(rows), exchanges)
    agents = {exchanges.answer(i)["id"]: e.agent for i, e in enumerate(found) if isinstance(e, Exchange)}
    assert set(agents.values()) == {"t", None}
    assert sorted(len(exchanges.body(i)["messages"]) for i in (0, 1)) == [0, 1]
