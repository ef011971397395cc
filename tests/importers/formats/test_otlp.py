from __future__ import annotations

import json
from typing import Any

import pytest

from importers import registry
from importers.formats import otlp
from importers.records import Exchange, Problem
from pricing.usage import Usage
from tests.importers.formats.conftest import RecordingExchanges, Write

ASKED = [{"role": "user", "parts": [{"type": "text", "content": "where?"}]}]
SAID = [{"role": "assistant", "parts": [{"type": "text", "content": "there"}]}]
CHAT = {
    "gen_ai.operation.name": "chat",
    "gen_ai.provider.name": "aws.bedrock",
    "gen_ai.request.model": "claude-x",
    "gen_ai.request.temperature": 0.5,
    "gen_ai.conversation.id": "c",
    "gen_ai.input.messages": json.dumps(ASKED),
    "gen_ai.output.messages": SAID,
    "gen_ai.system_instructions": [{"type": "text", "content": "Be brief."}],
    "gen_ai.tool.definitions": [{"type": "function", "name": "look", "parameters": {}}],
    "gen_ai.usage.input_tokens": 100,
    "gen_ai.usage.output_tokens": 7,
}


def typed(held: Any) -> dict[str, Any]:
    if isinstance(held, list):
        return {"arrayValue": {"values": [typed(item) for item in held]}}
    if isinstance(held, dict):
        return {"kvlistValue": {"values": [{"key": key, "value": typed(item)} for key, item in held.items()]}}
    if isinstance(held, int):
        return {"intValue": str(held)}
    return {"doubleValue": held} if isinstance(held, float) else {"stringValue": held}


def listed(attributes: dict[str, Any]) -> list[dict[str, Any]]:
    return [{"key": key, "value": typed(held)} for key, held in attributes.items()]


def document(*spans: dict[str, Any]) -> dict[str, Any]:
    return {"resourceSpans": [{"resource": {}, "scopeSpans": [{"scope": {}, "spans": list(spans)}]}]}


def span(attributes: dict[str, Any], **more: Any) -> dict[str, Any]:
    times = {"startTimeUnixNano": "1764500000000000000", "endTimeUnixNano": "1764500002000000000"}
    return {"traceId": "t", "spanId": "s", "name": "chat", **times, "attributes": listed(attributes), **more}


def read(write: Write, exchanges: RecordingExchanges, *entries: dict[str, Any]) -> list[Any]:
    file = write(list(entries))
    assert registry.recognise(file) is otlp.FORMAT
    return list(otlp.read(file, exchanges))


def test_a_chat_span_is_a_call(write: Write, exchanges: RecordingExchanges) -> None:
    (exchange,) = read(write, exchanges, document(span(CHAT)))
    assert isinstance(exchange, Exchange)
    assert exchange.provider == "aws"
    body = exchanges.body(0)
    assert [m["role"] for m in body["messages"]] == ["system", "user"]
    assert (body["model"], body["temperature"], body["tools"][0]["function"]["name"]) == (
        "claude-x",
        0.5,
        "look",
    )
    assert exchanges.answer(0)["choices"][0]["message"]["content"] == [{"type": "text", "text": "there"}]
    call = exchanges.calls[0]
    assert (call.started_at, call.ended_at, call.conversation, call.id) == (1764500000, 1764500002, "c", "s")
    assert exchange.reply
    assert exchange.reply.usage == Usage(input_tokens=100, output_tokens=7)


@pytest.mark.parametrize(
    ("numbers", "fresh", "read_", "written"),
    [
        ({"cache_read.input_tokens": 60, "cache_creation.input_tokens": 30}, 10, 60, 30),
        ({"cache_read_input_tokens": 900}, 100, 900, None),
        ({"cache_read.input_tokens": 40, "total_tokens": 147}, 100, 40, None),
        ({"details.cache_read_tokens": 40, "total_tokens": 107}, 60, 40, None),
        ({}, 100, None, None),
    ],
    ids=[
        "inclusive by convention",
        "more than the input",
        "exclusive by total",
        "inclusive by total",
        "no cache",
    ],
)
def test_cached_tokens_are_taken_out_of_the_input_where_it_holds_them(
    write: Write,
    exchanges: RecordingExchanges,
    numbers: Any,
    fresh: int,
    read_: int | None,
    written: int | None,
) -> None:
    told = {**CHAT, **{f"gen_ai.usage.{name}": count for name, count in numbers.items()}}
    (exchange,) = read(write, exchanges, document(span(told)))
    usage = exchange.reply.usage
    assert (usage.input_tokens, usage.cache_read_tokens, usage.written) == (fresh, read_, written)


def test_messages_may_stand_on_an_event(write: Write, exchanges: RecordingExchanges) -> None:
    bare = {key: held for key, held in CHAT.items() if "messages" not in key}
    event = {"name": "gen_ai.client.inference.operation.details"}
    event["attributes"] = listed({"gen_ai.input.messages": ASKED})  # type: ignore[assignment]
    read(write, exchanges, document(span(bare, events=[event])))
    assert len(exchanges.body(0)["messages"]) == 2


def test_spans_around_a_call_are_none(write: Write, exchanges: RecordingExchanges) -> None:
    agent = {**CHAT, "gen_ai.operation.name": "invoke_agent"}
    found = read(
        write,
        exchanges,
        document(span(agent), span({"http.method": "GET"}, name="GET")),
        document(span(CHAT)),
    )
    assert len(exchanges.calls) == 1
    assert [p.reason for p in found if isinstance(p, Problem)] == [
        "2 spans are no model calls (1 invoke_agent, 1 GET)"
    ]


FLAT = {
    "openinference.span.kind": "LLM",
    "llm.model_name": "gpt-5",
    "llm.input_messages.0.message.role": "user",
    "llm.input_messages.0.message.contents.0.message_content.type": "text",
    "llm.input_messages.0.message.contents.0.message_content.text": "where?",
    "llm.input_messages.1.message.role": "assistant",
    "llm.input_messages.1.message.tool_calls.0.tool_call.id": "c",
    "llm.input_messages.1.message.tool_calls.0.tool_call.function.name": "look",
    "llm.input_messages.1.message.tool_calls.0.tool_call.function.arguments": "{}",
    "llm.output_messages.0.message.role": "assistant",
    "llm.output_messages.0.message.content": "there",
    "llm.tools.0.tool.json_schema": json.dumps({"type": "function", "function": {"name": "look"}}),
    "llm.token_count.prompt": "100",
    "llm.token_count.prompt_details.cache_read": 60,
    "llm.token_count.completion": 7,
    "session.id": "c",
}
NESTED = {
    "openinference": {"span": {"kind": "LLM"}},
    "session": {"id": "c"},
    "llm": {
        "model_name": "gpt-5",
        "input_messages": [
            {
                "message": {
                    "role": "user",
                    "contents": [{"message_content": {"type": "text", "text": "where?"}}],
                }
            },
            {
                "message": {
                    "role": "assistant",
                    "tool_calls": [
                        {"tool_call": {"id": "c", "function": {"name": "look", "arguments": "{}"}}}
                    ],
                }
            },
        ],
        "output_messages": [{"message": {"role": "assistant", "content": "there"}}],
        "tools": [{"tool": {"json_schema": '{"type": "function", "function": {"name": "look"}}'}}],
        "token_count": {"prompt": 100, "prompt_details": {"cache_read": 60}, "completion": 7},
    },
}


@pytest.mark.parametrize("attributes", [FLAT, NESTED], ids=["flat", "nested"])
def test_openinference_tells_the_same(write: Write, exchanges: RecordingExchanges, attributes: Any) -> None:
    phoenix = {
        "name": "LLM",
        "context": {"trace_id": "t", "span_id": "s"},
        "start_time": "2025-11-30T10:53:20+00:00",
        "attributes": attributes,
    }
    (exchange,) = read(write, exchanges, phoenix)
    assert (exchange.reply.usage.input_tokens, exchange.reply.usage.cache_read_tokens) == (40, 60)
    user, assistant = exchanges.body(0)["messages"]
    assert user["content"] == [{"type": "text", "text": "where?"}]
    assert assistant["tool_calls"][0]["function"] == {"name": "look", "arguments": "{}"}
    assert exchanges.body(0)["tools"][0]["function"]["name"] == "look"
    assert exchanges.calls[0].conversation == "c"
    assert exchanges.calls[0].started_at == 1764500000


def test_the_ai_sdk_s_inner_span_counts_with_the_provider_s_own_numbers(
    write: Write, exchanges: RecordingExchanges
) -> None:
    own = {
        "input_tokens": 3,
        "cache_read_input_tokens": 60,
        "cache_creation_input_tokens": 0,
        "output_tokens": 7,
    }
    attributes = {
        "ai.operationId": "ai.generateText.doGenerate",
        "ai.model.id": "claude-x",
        "ai.model.provider": "anthropic.messages",
        "ai.prompt.messages": json.dumps([{"role": "user", "content": [{"type": "text", "text": "where?"}]}]),
        "ai.prompt.tools": [json.dumps({"type": "function", "name": "look", "inputSchema": {}})],
        "ai.response.text": "there",
        "ai.response.providerMetadata": json.dumps({"anthropic": {"usage": own}}),
        "ai.usage.inputTokens": 63,
    }
    context = {"traceId": "t", "spanId": "s"}
    inner = {
        "name": "x",
        "spanContext": context,
        "startTime": [1764500000, 500000000],
        "attributes": attributes,
    }
    outer = {**inner, "attributes": {**attributes, "ai.operationId": "ai.generateText"}}
    exchange, _ = read(write, exchanges, inner, outer)
    assert exchange.reply.usage.input_tokens == 3
    assert exchange.reply.usage.cache_read_tokens == 60
    assert (exchange.provider, exchanges.calls[0].started_at) == ("anthropic", 1764500000.5)
    assert exchanges.body(0)["tools"][0]["function"]["name"] == "look"


@pytest.mark.parametrize("odd", ["--5", "9" * 5000, None, [1], {"values": 3}])
@pytest.mark.parametrize("kind", ["intValue", "arrayValue", "kvlistValue"])
def test_an_attribute_that_is_not_what_it_says_is_no_mistake_of_ours(
    write: Write, exchanges: RecordingExchanges, kind: str, odd: Any
) -> None:
    asked = span(CHAT)
    asked["attributes"].append({"key": "gen_ai.usage.output_tokens", "value": {kind: odd}})
    (exchange,) = read(write, exchanges, document(asked))
    assert isinstance(exchange, Exchange)
    assert exchange.reply is not None
    assert exchange.reply.usage is not None
    assert exchange.reply.usage.output_tokens is None
