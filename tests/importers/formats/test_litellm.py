from __future__ import annotations

import json
from decimal import Decimal
from typing import Any

import pytest

from importers import registry
from importers.formats import litellm
from importers.records import Exchange, Fidelity, Problem
from tests.importers.formats.conftest import RecordingExchanges, Write

ASKED = [{"role": "user", "content": "where?"}]
PAYLOAD = {
    "id": "x",
    "trace_id": "t",
    "call_type": "acompletion",
    "cache_hit": None,
    "status": "success",
    "custom_llm_provider": "vertex_ai",
    "startTime": "2025-11-30 10:53:20.000000",
    "endTime": 1764500002.0,
    "model": "gemini-x",
    "response_cost": 0.5,
    "messages": ASKED,
    "model_parameters": {"temperature": 0},
    "response": {"id": "x", "choices": [], "usage": {"prompt_tokens": 10}},
}


def read(write: Write, exchanges: RecordingExchanges, *payloads: dict[str, Any]) -> list[Any]:
    file = write(list(payloads))
    assert registry.recognise(file) is litellm.FORMAT
    return list(litellm.read(file, exchanges))


def test_a_payload_is_a_call(write: Write, exchanges: RecordingExchanges) -> None:
    (exchange,) = read(write, exchanges, PAYLOAD)
    assert isinstance(exchange, Exchange)
    assert exchange.reply
    assert (exchange.provider, exchange.reply.reported_cost) == ("vertex", Decimal("0.5"))
    assert not exchange.cached_response
    call = exchanges.calls[0]
    assert (call.started_at, call.ended_at, call.conversation) == (1764500000, 1764500002, "t")
    assert call.fidelity is Fidelity.STRUCTURAL
    assert exchanges.body(0) == {"model": "gemini-x", "temperature": 0, "messages": ASKED}
    assert exchanges.answer(0)["usage"] == {"prompt_tokens": 10}


def test_spend_rows_keep_the_body_elsewhere(write: Write, exchanges: RecordingExchanges) -> None:
    metadata = json.dumps({"usage_object": {"prompt_tokens": 10, "cache_read_input_tokens": 6}})
    row = {
        "request_id": "x",
        "session_id": "s",
        "call_type": "completion",
        "spend": 0.25,
        "startTime": "2025-11-30T10:53:20Z",
        "model": "m",
        "metadata": metadata,
        "messages": {},
        "response": {},
        "proxy_server_request": json.dumps({"model": "alias", "messages": ASKED}),
        "cache_hit": "True",
    }
    (exchange,) = read(write, exchanges, row)
    assert exchanges.body(0) == {"model": "alias", "messages": ASKED}
    assert exchanges.answer(0)["usage"]["cache_read_input_tokens"] == 6
    assert exchange.cached_response
    assert exchange.reply.reported_cost == Decimal("0.25")


def test_a_failed_call_has_its_status(write: Write, exchanges: RecordingExchanges) -> None:
    read(write, exchanges, {**PAYLOAD, "status": "failure", "error_information": {"error_code": "529"}})
    assert exchanges.calls[0].status == 529


@pytest.mark.parametrize(
    ("kind", "api"), [("aresponses", "openai-responses"), ("anthropic_messages", "anthropic-messages")]
)
def test_the_call_type_names_the_api(
    write: Write, exchanges: RecordingExchanges, kind: str, api: str
) -> None:
    read(write, exchanges, {**PAYLOAD, "call_type": kind})
    assert exchanges.calls[0].api == api


def test_embeddings_are_no_calls(write: Write, exchanges: RecordingExchanges) -> None:
    (problem,) = read(write, exchanges, {**PAYLOAD, "call_type": "aembedding"})
    assert isinstance(problem, Problem)
    assert problem.kind == "not-a-model-call"
