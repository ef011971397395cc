import hashlib
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.context import (
    LastNTurns,
    Message,
    PrefixContext,
    Tagged,
    ToolCall,
    WorkingContext,
    from_request,
    outlines,
    prefix_of,
    runs,
)
from importers.records import Kind, Segment


def block(role, content, kind=Kind.TEXT, *, section="messages", opens=True, name=""):
    canonical = json.dumps(
        {"type": "text", "text": content} if isinstance(content, str) else content
    ).encode()
    return Segment(section, kind, role, opens, "", name, None, canonical, hashlib.md5(canonical).digest(), 0)


def result(call_id, text, *, opens=True, name="read"):
    content = {"type": "tool_result", "tool_use_id": call_id, "content": [{"type": "text", "text": text}]}
    return block("user", content, Kind.TOOL_RESULT, opens=opens, name=name)


def image(data, *, opens=True):
    source = {"type": "base64", "media_type": "image/png", "data": data}
    return block("user", {"type": "image", "source": source}, Kind.MEDIA, opens=opens)


CALLS = {
    "anthropic": {"type": "tool_use", "id": "c1", "name": "read", "input": {"path": "a", "id": 7}},
    "chat": {
        "type": "function",
        "id": "c1",
        "function": {"name": "read", "arguments": '{"path": "a", "id": 7}'},
    },
    "responses": {
        "type": "function_call",
        "id": "fc_9",
        "call_id": "c1",
        "name": "read",
        "arguments": '{"path":"a","id":7}',
    },
    "gemini": {"functionCall": {"id": "c1", "name": "read", "args": {"path": "a", "id": 7}}},
    "bedrock": {"toolUse": {"toolUseId": "c1", "name": "read", "input": {"path": "a", "id": 7}}},
}
RESULTS = {
    "anthropic": {"type": "tool_result", "tool_use_id": "c1", "content": [{"type": "text", "text": "42"}]},
    "chat": {"type": "text", "text": "42", "tool_call_id": "c1"},
    "responses": {"type": "function_call_output", "call_id": "c1", "output": "42"},
    "bedrock": {"toolResult": {"toolUseId": "c1", "content": [{"text": "42"}]}},
}


@pytest.mark.parametrize("api", CALLS)
def test_a_call_is_the_same_call_in_every_api(api):
    (message,) = from_request([block("assistant", CALLS[api], Kind.TOOL_CALL, name="read")])
    assert message == Message("assistant", "", tool_calls=(ToolCall("c1", "read", {"path": "a", "id": 7}),))


@pytest.mark.parametrize("api", RESULTS)
def test_a_result_becomes_a_message_of_its_tool_in_every_api(api):
    (message,) = from_request([block("user", RESULTS[api], Kind.TOOL_RESULT, name="read")])
    assert message == Message("tool", "42", "read", (), "c1")


def test_a_structured_result_is_read_as_its_json():
    content = {"functionResponse": {"name": "read", "response": {"rows": [1, 2]}}}
    (message,) = from_request([block("user", content, Kind.TOOL_RESULT, name="read")])
    assert (message.content, message.tool_call_id) == ('{"rows":[1,2]}', None)


def test_a_call_without_an_id_does_not_borrow_one_from_its_arguments():
    content = {"functionCall": {"name": "read", "args": {"id": "x"}}}
    (message,) = from_request([block("assistant", content, Kind.TOOL_CALL, name="read")])
    assert message.tool_calls == (ToolCall("", "read", {"id": "x"}),)


@pytest.mark.parametrize("arguments", ['{"path": ', "[1]"])
def test_arguments_that_are_no_object_stay_text(arguments):
    content = {"type": "function", "id": "c1", "function": {"name": "read", "arguments": arguments}}
    (message,) = from_request([block("assistant", content, Kind.TOOL_CALL, name="read")])
    assert message.tool_calls == (ToolCall("c1", "read", arguments),)


def test_each_run_of_one_kind_becomes_a_message():
    reasoning = block("assistant", {"type": "thinking", "thinking": "Let me see."}, Kind.REASONING)
    blocks = [
        reasoning,
        block("assistant", "I will read", opens=False),
        block("assistant", "two files.", opens=False),
        block("assistant", CALLS["anthropic"], Kind.TOOL_CALL, opens=False, name="read"),
        block("assistant", {**CALLS["anthropic"], "id": "c2"}, Kind.TOOL_CALL, opens=False, name="read"),
        result("c1", "one"),
        result("c2", "two", opens=False),
        block("user", "Go on.", opens=False),
    ]
    assert [(m.role, m.content, m.continues) for m in from_request(blocks)] == [
        ("assistant", "Let me see.", False),
        ("assistant", "I will read\ntwo files.", True),
        ("assistant", "", True),
        ("tool", "one", False),
        ("tool", "two", True),
        ("user", "Go on.", False),
    ]
    assert [list(run) for run in runs(blocks)] == [[0], [1, 2], [3, 4], [5], [6], [7]]


def test_parts_of_one_answer_stay_one_message():
    parts = [
        block("tool", {**RESULTS["chat"], "text": text}, Kind.TOOL_RESULT, opens=opens, name="read")
        for text, opens in (("4", True), ("2", False))
    ]
    assert from_request(parts) == [Message("tool", "4\n2", "read", (), "c1")]


def test_two_messages_of_one_kind_stay_two():
    assert len(from_request([block("user", "a"), block("user", "b")])) == 2


def test_a_turn_starts_at_a_user_block_that_is_no_tool_result():
    blocks = [
        block("user", "q0"),
        block("assistant", CALLS["anthropic"], Kind.TOOL_CALL, name="read"),
        result("c1", "42"),
        block("assistant", "a0"),
        block("user", "q1"),
        image("AAAA", opens=False),
        block("assistant", "a1"),
    ]
    context = WorkingContext(messages=from_request(blocks))
    kept = context.slice(LastNTurns(1)).messages
    assert [m.role for m in kept] == ["user", "user", "assistant"]
    assert kept[0].content == "q1"
    assert context.slice(LastNTurns(2)).size() == 7
    assert [m.content for m in context.slice(Tagged("read")).messages] == ["42"]


def test_two_pictures_do_not_look_like_one():
    one, other = from_request([image("AAAA"), image("BBBB")])
    assert one.content.startswith("[image ")
    assert one != other


def test_reasoning_that_cannot_be_read_is_named_by_its_digest():
    content = {"type": "redacted_thinking", "data": "b64"}
    (message,) = from_request([block("assistant", content, Kind.REASONING)])
    assert message.content.startswith("[reasoning ")


def test_an_empty_text_stays_empty():
    assert from_request([block("assistant", "")]) == [Message("assistant", "")]


def test_the_head_of_a_request_is_its_prefix_and_no_message():
    blocks = [
        block("", {"name": "read"}, Kind.TOOL, section="tools", name="read"),
        block("system", "Be brief.", section="system"),
        block("system", "Hours: 9 to 5.", section="system"),
        block("user", "q"),
        block("system", "Now it is late."),
    ]
    assert prefix_of(blocks) == PrefixContext("Be brief.", (Message("system", "Hours: 9 to 5."),))
    assert from_request(blocks) == [Message("user", "q"), Message("system", "Now it is late.")]


def test_a_request_without_a_system_prompt_has_an_empty_prefix():
    assert prefix_of([block("user", "q")]) == PrefixContext()


def test_a_block_that_is_no_json_is_read_as_text():
    broken = Segment("messages", Kind.TEXT, "user", True, "", "", None, b"plain \xff", b"d", 0)
    assert from_request([broken]) == [Message("user", "plain \ufffd")]


BLOCKS = st.one_of(
    st.builds(block, st.sampled_from(["user", "assistant"]), st.just("text"), opens=st.booleans()),
    st.builds(result, st.sampled_from(["c1", "c2"]), st.just("found"), opens=st.booleans()),
    st.builds(image, st.just("AAAA"), opens=st.booleans()),
)


@given(st.lists(BLOCKS, max_size=12))
def test_outlines_are_the_messages_without_what_they_say(blocks):
    told = outlines(blocks, runs(blocks))
    messages = from_request(blocks)
    assert [(m.role, m.continues) for m in told] == [(m.role, m.continues) for m in messages]
    assert [m.name for m in told] == [m.name for m in messages]
