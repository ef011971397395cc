from __future__ import annotations

import json
from typing import Any

import pytest

from importers import registry
from importers.formats import mini_swe_agent
from tests.importers.formats.conftest import RecordingExchanges, Write

MESSAGES = [
    {"role": "system", "content": "s"},
    {"role": "user", "content": "fix it"},
    {"role": "assistant", "content": "ls", "extra": {"response": {"id": "r", "usage": {"prompt_tokens": 9}}}},
    {"role": "user", "content": "a.py"},
    {"role": "assistant", "content": "done"},
]
NAMED = {
    "info": {"model_stats": {"api_calls": 2}, "config": {"model": {"model_name": "m"}}},
    "messages": MESSAGES,
    "trajectory_format": "mini-swe-agent-1",
}


@pytest.mark.parametrize(("content", "model"), [(MESSAGES, None), (NAMED, "m")], ids=["bare", "named"])
def test_every_assistant_message_was_a_request(
    write: Write, exchanges: RecordingExchanges, content: Any, model: str | None
) -> None:
    file = write(json.dumps(content, indent=1))
    assert registry.recognise(file) is mini_swe_agent.FORMAT
    list(mini_swe_agent.read(file, exchanges))
    assert [len(exchanges.body(i)["messages"]) for i in (0, 1)] == [2, 4]
    assert exchanges.body(1)["messages"][2] == {"role": "assistant", "content": "ls"}
    assert exchanges.answer(0) == {"id": "r", "usage": {"prompt_tokens": 9}}
    assert "usage" not in exchanges.answer(1)
    assert exchanges.body(0).get("model") == model
