from __future__ import annotations

import json

from importers import registry
from importers.formats import swe_agent
from importers.records import Fidelity
from tests.importers.formats.conftest import RecordingExchanges, Write

CALL = {"id": "c", "type": "function", "function": {"name": "ls", "arguments": "{}"}}
RUN = {
    "environment": "main",
    "trajectory": [{"action": "ls", "observation": "a.py"}],
    "history": [
        {"message_type": "system_prompt", "role": "system", "content": "s", "agent": "main"},
        {"role": "user", "content": "fix it"},
        {"role": "assistant", "content": "looking", "thought": "looking", "tool_calls": [CALL]},
        {"role": "tool", "content": "a.py", "tool_call_ids": ["c"]},
        {"role": "assistant", "content": "done"},
    ],
    "info": {"model_stats": {"tokens_sent": 0}},
    "replay_config": {"agent": {"name": "task-1", "model": {"name": "m"}}},
}


def test_every_assistant_message_was_a_request(write: Write, exchanges: RecordingExchanges) -> None:
    file = write(json.dumps(RUN, indent=1))
    assert registry.recognise(file) is swe_agent.FORMAT
    list(swe_agent.read(file, exchanges))
    assert [len(exchanges.body(i)["messages"]) for i in (0, 1)] == [2, 4]
    assert exchanges.body(1)["messages"][2:] == [
        {"role": "assistant", "content": "looking", "tool_calls": [CALL]},
        {"role": "tool", "content": "a.py", "tool_call_id": "c"},
    ]
    assert "usage" not in exchanges.answer(0)
    call = exchanges.calls[0]
    assert (exchanges.body(0)["model"], call.task, call.fidelity) == ("m", "task-1", Fidelity.RECONSTRUCTED)
