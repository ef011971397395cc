import pytest
from hypothesis import given
from hypothesis import strategies as st

from importers.apis import anthropic_messages as api
from importers.apis.blocks import Blocks
from importers.redaction import Redactor
from pricing.usage import Usage

EVENTS = [
    {
        "type": "message_start",
        "message": {
            "id": "msg_1",
            "model": "claude-sonnet-5",
            "content": [],
            "usage": {"input_tokens": 5, "output_tokens": 1},
        },
    },
    {"type": "ping"},
    {
        "type": "content_block_start",
        "index": 0,
        "content_block": {"type": "thinking", "thinking": "", "signature": ""},
    },
    {"type": "content_block_delta", "index": 0, "delta": {"type": "thinking_delta", "thinking": "let me"}},
    {"type": "content_block_delta", "index": 0, "delta": {"type": "signature_delta", "signature": "c2ln"}},
    {"type": "content_block_start", "index": 1, "content_block": {"type": "text", "text": ""}},
    {"type": "content_block_delta", "index": 1, "delta": {"type": "text_delta", "text": "look"}},
    {"type": "content_block_delta", "index": 1, "delta": {"type": "text_delta", "text": "ing"}},
    {
        "type": "content_block_start",
        "index": 2,
        "content_block": {"type": "tool_use", "id": "t1", "name": "look", "input": {}},
    },
    {
        "type": "content_block_delta",
        "index": 2,
        "delta": {"type": "input_json_delta", "partial_json": '{"b": 1.0'},
    },
    {
        "type": "content_block_delta",
        "index": 2,
        "delta": {"type": "input_json_delta", "partial_json": ', "a": 1e0}'},
    },
    {
        "type": "message_delta",
        "delta": {"stop_reason": "tool_use"},
        "usage": {"cache_read_input_tokens": 7, "output_tokens": 40},
    },
    {"type": "message_stop"},
]
REPLAYED = {
    "role": "assistant",
    "content": [
        {"type": "thinking", "thinking": "let me", "signature": "c2ln"},
        {"type": "text", "text": "looking"},
    ],
}


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_stream_adds_up_to_what_a_later_request_carries(answer, read, stream, end: str) -> None:
    reply = answer(api, stream(*EVENTS, end=end))
    replayed = read(api, b'{"messages":[%s]}' % _replayed()).segments
    assert [s.digest for s in reply.segments] == [s.digest for s in replayed]
    assert [s.path for s in reply.segments] == ["content[0]", "content[1]", "content[2]"]
    assert (reply.id, reply.model, reply.stop_reason) == ("msg_1", "claude-sonnet-5", "tool_use")
    assert reply.complete


def _replayed() -> bytes:
    return (
        b'{"role":"assistant","content":[{"type":"thinking","thinking":"let me","signature":"c2ln"},'
        b'{"type":"text","text":"looking"},{"type":"tool_use","id":"t1","name":"look","input":{"b":1.0,"a":1e0}}]}'
    )


def test_the_last_word_on_each_count_is_taken_and_nothing_is_added(answer, stream) -> None:
    reply = answer(api, stream(*EVENTS))
    assert reply.usage == Usage(input_tokens=5, cache_read_tokens=7, output_tokens=40)
    assert reply.semantics == "exclusive"


def test_a_whole_answer_reads_as_its_stream_does(answer, stream) -> None:
    message = b'{"id":"msg_1","model":"claude-sonnet-5","stop_reason":"tool_use","usage":%s,%s' % (
        b'{"input_tokens":5,"cache_read_input_tokens":7,"output_tokens":40}',
        _replayed().removeprefix(b"{"),
    )
    whole, streamed = answer(api, message), answer(api, stream(*EVENTS))
    assert [s.digest for s in whole.segments] == [s.digest for s in streamed.segments]
    assert (whole.usage, whole.id, whole.complete) == (streamed.usage, streamed.id, True)


@given(st.integers(0, 2000))
def test_a_stream_cut_anywhere_is_read_as_far_as_it_goes(cut: int) -> None:
    import json

    whole = "".join(f"event: {e['type']}\ndata: {json.dumps(e)}\n\n" for e in EVENTS).encode()
    reply = api.reply(whole[:cut], Blocks(Redactor(b"s")))
    assert reply.complete == (cut >= len(whole) - 2)


def test_a_secret_split_over_two_deltas_is_replaced_as_in_the_request(answer, read, stream) -> None:
    key = "sk-ant-api03-0123456789abcdefghijkl"
    parts = [
        {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": t}}
        for t in (key[:9], key[9:])
    ]
    start = {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}}
    (said,) = answer(api, stream(EVENTS[0], start, *parts)).segments
    (sent,) = read(api, {"messages": [{"role": "assistant", "content": key}]}).segments
    assert said.digest == sent.digest
    assert key.encode() not in said.canonical


def test_edits_verdict_tier_and_place_are_told(answer) -> None:
    reply = answer(
        api,
        {
            "id": "m",
            "content": [],
            "usage": {"input_tokens": 1, "service_tier": "priority", "speed": "fast", "inference_geo": "us"},
            "context_management": {"applied_edits": [{"type": "clear_tool_uses"}]},
            "diagnostics": {"cache_miss_reason": {"type": "tools_changed"}},
        },
    )
    assert (reply.service_tier, reply.speed, reply.geo) == ("priority", "fast", "us")
    assert (reply.context_edits, reply.verdict) == (("clear_tool_uses",), "tools_changed")


def test_a_place_that_is_not_available_is_unknown(answer) -> None:
    assert answer(api, {"content": [], "usage": {"inference_geo": "not_available"}}).geo is None


def test_an_answer_without_usage_has_none(answer) -> None:
    reply = answer(api, {"id": "m", "content": [{"type": "text", "text": "hi"}]})
    assert (reply.usage, reply.semantics) == (None, None)
