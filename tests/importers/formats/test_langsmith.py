from __future__ import annotations

import json
from typing import Any

import pytest

from importers import registry
from importers.formats import langsmith
from importers.records import Exchange, Problem
from pricing.usage import Usage
from tests.importers.formats.conftest import RecordingExchanges, Write

ASKED = [{"role": "user", "content": "where?"}]
SAID = {"role": "assistant", "content": "there"}
POST = {
    "id": "r",
    "trace_id": "t",
    "run_type": "llm",
    "dotted_order": "1",
    "start_time": "2025-11-30T10:53:20Z",
    "extra": {"metadata": {"ls_provider": "openai", "ls_model_name": "gpt-5", "thread_id": "thread"}},
    "inputs": {"messages": ASKED, "model": "gpt-5", "stream": True, "extra_body": None},
    "outputs": {},
}


def read(write: Write, exchanges: RecordingExchanges, content: Any) -> list[Any]:
    file = write(json.dumps(content))
    assert registry.recognise(file) is langsmith.FORMAT
    return list(langsmith.read(file, exchanges))


def outputs(**usage: Any) -> dict[str, Any]:
    return {"id": "x", "model": "gpt-5-1", "choices": [{"message": SAID}], "usage_metadata": usage}


def test_post_and_patch_are_one_call(write: Write, exchanges: RecordingExchanges) -> None:
    patch = {
        "id": "r",
        "trace_id": "t",
        "end_time": "2025-11-30T10:53:22Z",
        "outputs": outputs(input_tokens=9),
    }
    (exchange,) = read(write, exchanges, {"post": [POST], "patch": [patch]})
    assert isinstance(exchange, Exchange)
    call = exchanges.calls[0]
    assert (call.started_at, call.ended_at, call.conversation, call.id) == (
        1764500000,
        1764500002,
        "thread",
        "r",
    )
    assert exchanges.body(0) == {"model": "gpt-5", "stream": True, "messages": ASKED}
    assert exchanges.answer(0)["choices"][0]["message"] == SAID
    assert (exchange.provider, exchanges.answer(0)["model"]) == ("openai", "gpt-5-1")


@pytest.mark.parametrize(
    ("usage", "expected"),
    [
        (
            {
                "input_tokens": 100,
                "output_tokens": 5,
                "total_tokens": 105,
                "input_token_details": {"cache_read": 60},
            },
            Usage(input_tokens=40, output_tokens=5, cache_read_tokens=60),
        ),
        (
            {
                "input_tokens": 40,
                "output_tokens": 5,
                "total_tokens": 105,
                "input_token_details": {"cache_read": 60},
            },
            Usage(input_tokens=40, output_tokens=5, cache_read_tokens=60),
        ),
        (
            {
                "input_tokens": 100,
                "output_tokens": 5,
                "input_token_details": {
                    "cache_read": 50,
                    "cache_creation": 30,
                    "ephemeral_5m_input_tokens": 10,
                    "ephemeral_1h_input_tokens": 20,
                },
            },
            Usage(
                input_tokens=20,
                output_tokens=5,
                cache_read_tokens=50,
                cache_write_5m_tokens=10,
                cache_write_1h_tokens=20,
            ),
        ),
    ],
    ids=["inclusive", "exclusive by total", "split writes"],
)
def test_usage_is_split_by_its_total(
    write: Write, exchanges: RecordingExchanges, usage: Any, expected: Usage
) -> None:
    (exchange,) = read(write, exchanges, [{**POST, "outputs": outputs(**usage)}])
    assert exchange.reply.usage == expected


def test_langchain_nests_its_messages(write: Write, exchanges: RecordingExchanges) -> None:
    def constructed(kind: str, **kwargs: Any) -> dict[str, Any]:
        return {"lc": 1, "type": "constructor", "id": ["langchain", kind], "kwargs": kwargs}

    message = constructed(
        "AIMessage", content="there", usage_metadata={"input_tokens": 7, "output_tokens": 1}
    )
    inputs = {"messages": [[constructed("HumanMessage", content="where?")]]}
    run = {**POST, "inputs": inputs, "outputs": {"generations": [[{"text": "there", "message": message}]]}}
    (exchange,) = read(write, exchanges, [run])
    assert exchanges.body(0) == {"model": "gpt-5", "messages": ASKED}
    assert exchanges.answer(0)["choices"][0]["message"] == SAID
    assert exchange.reply.usage.input_tokens == 7


def test_chains_and_tools_are_no_calls(write: Write, exchanges: RecordingExchanges) -> None:
    found = read(write, exchanges, {"runs": [{**POST, "id": "a", "run_type": "chain"}, POST]})
    assert len(exchanges.calls) == 1
    assert [p.kind for p in found if isinstance(p, Problem)] == ["not-a-model-call"]
