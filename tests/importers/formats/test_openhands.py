from __future__ import annotations

from decimal import Decimal
from typing import Any

from importers import registry
from importers.formats import openhands
from importers.records import Exchange
from pricing.usage import Usage
from tests.importers.formats.conftest import RecordingExchanges, Write

ASKED = {"action": "message", "content": "fix it"}
RUN = {"action": "run", "command": "ls", "thought": "let me look"}
SEEN = {"observation": "run", "content": "a.py"}
DONE = {"action": "finish", "thought": "done"}


def line(history: list[dict[str, Any]], costs: list[Any]) -> dict[str, Any]:
    return {
        "instruction": "fix it",
        "git_patch": "",
        "instance_id": "i",
        "history": history,
        "metrics": {"accumulated_cost": 1, "costs": costs},
    }


def read(write: Write, exchanges: RecordingExchanges, *lines: dict[str, Any]) -> list[Any]:
    file = write(list(lines))
    assert registry.recognise(file) is openhands.FORMAT
    return list(openhands.read(file, exchanges))


def test_every_action_of_the_agent_was_a_request(write: Write, exchanges: RecordingExchanges) -> None:
    first, second = read(write, exchanges, line([ASKED, RUN, SEEN, DONE], [0.25, {"cost": 0.5}]))
    assert isinstance(first, Exchange)
    assert first.reply
    assert second.reply
    assert [e.reply.reported_cost for e in (first, second)] == [Decimal("0.25"), Decimal("0.5")]
    assert [m["role"] for m in exchanges.body(1)["messages"]] == ["user", "assistant", "user"]
    assert exchanges.body(1)["messages"][1]["content"] == 'let me look\n{"run":{"command":"ls"}}'
    assert exchanges.calls[0].task == "i"


def test_actions_of_one_response_are_one_call(write: Write, exchanges: RecordingExchanges) -> None:
    usage = {"prompt_tokens": 100, "completion_tokens": 5, "prompt_tokens_details": {"cached_tokens": 60}}
    told = {"tool_call_metadata": {"model_response": {"id": "r", "model": "m", "usage": usage}}}
    (exchange,) = read(
        write, exchanges, line([ASKED, {**RUN, **told}, {**RUN, **told}, {**SEEN, **told}], [])
    )
    assert exchange.reply.usage == Usage(input_tokens=40, output_tokens=5, cache_read_tokens=60)
    assert exchanges.answer(0)["id"] == "r"
