from importers.apis import cohere_chat as api
from pricing.usage import Usage

URL = "https://api.cohere.com/v2/chat"
CALL = {"id": "look_1", "type": "function", "function": {"name": "look", "arguments": '{"a": 1}'}}
MESSAGE = {
    "role": "assistant",
    "tool_plan": "I will look",
    "content": [{"type": "text", "text": "three"}],
    "tool_calls": [CALL],
}
USAGE = {
    "billed_units": {"input_tokens": 2406, "output_tokens": 3},
    "tokens": {"input_tokens": 2935, "output_tokens": 5},
    "cached_tokens": 2928,
}
EVENTS = [
    {"type": "message-start", "id": "c1", "delta": {"message": {"role": "assistant"}}},
    {"type": "tool-plan-delta", "delta": {"message": {"tool_plan": "I will "}}},
    {"type": "tool-plan-delta", "delta": {"message": {"tool_plan": "look"}}},
    {"type": "content-delta", "index": 0, "delta": {"message": {"content": {"text": "thr"}}}},
    {"type": "content-delta", "index": 0, "delta": {"message": {"content": {"text": "ee"}}}},
    {
        "type": "tool-call-start",
        "index": 0,
        "delta": {
            "message": {
                "tool_calls": {
                    "id": "look_1",
                    "type": "function",
                    "function": {"name": "look", "arguments": ""},
                }
            }
        },
    },
    {
        "type": "tool-call-delta",
        "index": 0,
        "delta": {"message": {"tool_calls": {"function": {"arguments": '{"a": 1}'}}}},
    },
    {"type": "message-end", "delta": {"finish_reason": "TOOL_CALL", "usage": USAGE}},
]


def test_the_plan_is_a_thought_ahead_of_the_answer(read) -> None:
    prompt = read(api, {"model": "command-x", "messages": [{"role": "user", "content": "hi"}, MESSAGE]}, URL)
    assert [s.path for s in prompt.segments[1:]] == [
        "messages[1].tool_plan",
        "messages[1].content[0]",
        "messages[1].tool_calls[0]",
    ]


def test_an_answer_reads_the_same_whole_streamed_and_replayed(answer, read, stream) -> None:
    whole = answer(api, {"id": "c1", "message": MESSAGE, "finish_reason": "TOOL_CALL", "usage": USAGE})
    streamed = answer(api, stream(*EVENTS))
    replayed = read(api, {"messages": [{"role": "user", "content": "x"}, MESSAGE]}, URL).segments[1:]
    assert [s.digest for s in whole.segments] == [s.digest for s in streamed.segments]
    assert [s.digest for s in whole.segments] == [s.digest for s in replayed]
    assert (streamed.id, streamed.stop_reason, streamed.complete) == ("c1", "TOOL_CALL", True)
    assert not answer(api, stream(*EVENTS[:4])).complete


def test_cached_tokens_are_part_of_what_was_read(answer) -> None:
    reply = answer(api, {"id": "c1", "message": MESSAGE, "usage": USAGE})
    assert reply.usage == Usage(input_tokens=7, cache_read_tokens=2928, output_tokens=5)


def test_only_the_url_tells_it_from_openai() -> None:
    assert api.claims(URL, {})
    assert not api.claims("", {})
