from importers.apis import openai_responses as api
from importers.apis.json_text import fields_of
from importers.records import Kind
from pricing.usage import Usage

CALL = {
    "type": "function_call",
    "id": "fc_1",
    "status": "completed",
    "call_id": "call_1",
    "name": "look",
    "arguments": "{}",
}
THOUGHT = {"type": "reasoning", "id": "rs_1", "summary": [], "encrypted_content": "gAAA", "status": None}
BODY = {
    "model": "gpt-5",
    "instructions": "be brief",
    "tools": [{"type": "function", "name": "look", "parameters": {}}, {"type": "web_search"}],
    "input": [
        {"role": "user", "content": "count the boats"},
        THOUGHT,
        CALL,
        {"type": "function_call_output", "call_id": "call_1", "output": "three"},
        {
            "type": "message",
            "role": "assistant",
            "content": [{"type": "output_text", "text": "three", "annotations": []}],
        },
    ],
    "previous_response_id": "resp_0",
    "prompt_cache_key": "boats",
}


def digests(prompt) -> list[bytes]:
    return [segment.digest for segment in prompt.segments]


def test_items_and_parts_are_segments_with_their_own_paths(read) -> None:
    prompt = read(api, BODY)
    assert [(s.path, s.kind, s.role, s.name) for s in prompt.segments] == [
        ("tools[0]", Kind.TOOL, "", "look"),
        ("tools[1]", Kind.TOOL, "", "web_search"),
        ("instructions", Kind.TEXT, "system", ""),
        ("input[0].content[0]", Kind.TEXT, "user", ""),
        ("input[1]", Kind.REASONING, "assistant", ""),
        ("input[2]", Kind.TOOL_CALL, "assistant", "look"),
        ("input[3]", Kind.TOOL_RESULT, "tool", "look"),
        ("input[4].content[0]", Kind.TEXT, "assistant", ""),
    ]
    assert prompt.segments[2].canonical == b'"be brief"'
    assert prompt.params == {"previous_response_id": '"resp_0"', "prompt_cache_key": '"boats"'}


def test_input_may_be_a_string(read) -> None:
    (text,) = read(api, {"input": "count the boats"}).segments
    assert text.path == "input[0].content[0]"
    assert text.digest == read(api, BODY).segments[3].digest


def test_ids_and_states_of_the_server_are_no_content(read) -> None:
    bare = [
        {key: value for key, value in item.items() if key not in ("id", "status")} for item in (THOUGHT, CALL)
    ]
    assert digests(read(api, {"input": [THOUGHT, CALL]})) == digests(read(api, {"input": bare}))


def test_a_thought_kept_at_the_server_is_known_by_its_id(read) -> None:
    one, other = (read(api, {"input": [{"type": "reasoning", "id": name, "summary": []}]}) for name in "ab")
    assert digests(one) != digests(other)


OUTPUT = [THOUGHT, CALL, BODY["input"][4] | {"id": "msg_1", "status": "completed"}]
USAGE = {
    "input_tokens": 100,
    "input_tokens_details": {"cached_tokens": 64},
    "output_tokens": 9,
    "total_tokens": 109,
}
ANSWER = {
    "id": "resp_1",
    "model": "gpt-5-x",
    "status": "completed",
    "output": OUTPUT,
    "usage": USAGE,
    "service_tier": "default",
}


def test_an_answer_reads_as_a_later_request_carries_it(answer, read) -> None:
    reply = answer(api, ANSWER)
    replayed = read(api, {"input": [{"role": "user", "content": "x"}, *OUTPUT]}).segments[1:]
    assert [s.digest for s in reply.segments] == [s.digest for s in replayed]
    assert [s.path for s in reply.segments] == ["output[0]", "output[1]", "output[2].content[0]"]
    assert reply.usage == Usage(input_tokens=36, cache_read_tokens=64, output_tokens=9)
    assert (reply.id, reply.stop_reason, reply.service_tier) == ("resp_1", "completed", "default")


def test_a_stream_ends_with_the_whole_answer(answer, stream) -> None:
    created = {"type": "response.created", "response": {"id": "resp_1", "output": []}}
    reply = answer(api, stream(created, {"type": "response.completed", "response": ANSWER}))
    assert reply == answer(api, ANSWER) or [s.digest for s in reply.segments] == [
        s.digest for s in answer(api, ANSWER).segments
    ]
    assert reply.complete
    assert reply.usage == answer(api, ANSWER).usage


def test_a_cut_stream_keeps_its_finished_items(answer, stream) -> None:
    created = {"type": "response.created", "response": {"id": "resp_1", "output": []}}
    done = [
        {"type": "response.output_item.done", "output_index": i, "item": item}
        for i, item in enumerate(OUTPUT[:2])
    ]
    reply = answer(api, stream(created, *done))
    assert [s.kind for s in reply.segments] == [Kind.REASONING, Kind.TOOL_CALL]
    assert (reply.id, reply.complete, reply.usage) == ("resp_1", False, None)


def test_a_body_with_input_is_known_by_its_shape() -> None:
    assert api.claims("", fields_of(b'{"input":[]}'))
    assert api.claims("https://api.openai.com/v1/responses", {})
    assert not api.claims("https://api.openai.com/v1/responses/resp_1/cancel", {})


def test_the_providers_reason_for_a_miss_is_its_verdict(answer) -> None:
    told = {"type": "cache_miss", "reason": "tools_changed", "cache_missed_tokens": 900}
    assert answer(api, {**ANSWER, "prompt_cache_diagnostics": told}).verdict == "tools_changed"
    assert answer(api, ANSWER).verdict is None
