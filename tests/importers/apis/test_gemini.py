import json

import pytest

from importers.apis import gemini as api
from importers.records import Kind
from pricing.usage import Usage

URL = "https://generativelanguage.googleapis.com/v1beta/models/gemini-3-flash:generateContent"
BODY = {
    "systemInstruction": {"parts": [{"text": "be brief"}]},
    "tools": [{"googleSearch": {}}, {"functionDeclarations": [{"name": "look"}, {"name": "count"}]}],
    "contents": [
        {"role": "user", "parts": [{"text": "count the boats"}]},
        {"role": "model", "parts": [{"functionCall": {"name": "count", "args": {"b": 1, "a": 2}}}]},
        {"role": "user", "parts": [{"functionResponse": {"name": "count", "response": {"boats": 3}}}]},
        {"role": "model", "parts": [{"text": "adding up", "thought": True}, {"text": "three"}]},
    ],
    "generationConfig": {"maxOutputTokens": 9},
}


def test_parts_are_segments_with_their_own_paths(read) -> None:
    prompt = read(api, BODY, URL)
    assert [(s.path, s.kind, s.role, s.name) for s in prompt.segments] == [
        ("tools[0].googleSearch", Kind.TOOL, "", "googleSearch"),
        ("tools[1].functionDeclarations[0]", Kind.TOOL, "", "look"),
        ("tools[1].functionDeclarations[1]", Kind.TOOL, "", "count"),
        ("systemInstruction.parts[0]", Kind.TEXT, "system", ""),
        ("contents[0].parts[0]", Kind.TEXT, "user", ""),
        ("contents[1].parts[0]", Kind.TOOL_CALL, "assistant", "count"),
        ("contents[2].parts[0]", Kind.TOOL_RESULT, "user", "count"),
        ("contents[3].parts[0]", Kind.REASONING, "assistant", ""),
        ("contents[3].parts[1]", Kind.TEXT, "assistant", ""),
    ]
    assert prompt.model == "gemini-3-flash"
    assert prompt.params == {"generationConfig": '{"maxOutputTokens":9}'}


def test_names_with_underscores_are_read_as_well(read) -> None:
    body = {
        "system_instruction": {"parts": [{"text": "be brief"}]},
        "tools": [{"function_declarations": [{"name": "look"}]}],
        "contents": [
            {"parts": [{"function_call": {"name": "look", "args": {}}}, {"inline_data": {"data": "AA"}}]}
        ],
    }
    assert [(s.path, s.kind, s.role) for s in read(api, body, URL).segments] == [
        ("tools[0].function_declarations[0]", Kind.TOOL, ""),
        ("system_instruction.parts[0]", Kind.TEXT, "system"),
        ("contents[0].parts[0]", Kind.TOOL_CALL, "user"),
        ("contents[0].parts[1]", Kind.MEDIA, "user"),
    ]


def test_an_explicit_cache_stays_among_the_parameters(read) -> None:
    prompt = read(api, {"cachedContent": "cachedContents/1", "contents": [{"parts": [{"text": "a"}]}]}, URL)
    assert prompt.params == {"cachedContent": '"cachedContents/1"'}


@pytest.mark.parametrize("call", ["generateContent", "streamGenerateContent?alt=sse"])
def test_the_model_stands_in_the_url(call: str) -> None:
    assert api.claims(f"https://x.googleapis.com/v1/publishers/google/models/gemini-3:{call}", {})
    assert not api.claims("https://x.googleapis.com/v1beta/models/gemini-3:countTokens", {})


CHUNKS = [
    {
        "candidates": [{"content": {"role": "model", "parts": [{"text": "add", "thought": True}]}}],
        "usageMetadata": {"promptTokenCount": 20, "totalTokenCount": 20},
        "responseId": "r1",
    },
    {"candidates": [{"content": {"role": "model", "parts": [{"text": "ing up", "thought": True}]}}]},
    {"candidates": [{"content": {"role": "model", "parts": [{"text": "th"}]}}]},
    {
        "candidates": [{"content": {"role": "model", "parts": [{"text": "ree"}]}, "finishReason": "STOP"}],
        "usageMetadata": {
            "promptTokenCount": 20,
            "cachedContentTokenCount": 12,
            "candidatesTokenCount": 2,
            "thoughtsTokenCount": 5,
            "toolUsePromptTokenCount": 3,
            "totalTokenCount": 30,
        },
        "modelVersion": "gemini-3-flash-001",
    },
]


def test_an_answer_reads_the_same_streamed_either_way_and_replayed(answer, read, stream) -> None:
    streamed, listed = answer(api, stream(*CHUNKS)), answer(api, CHUNKS)
    replayed = read(api, BODY, URL).segments[-2:]
    assert [s.digest for s in streamed.segments] == [s.digest for s in replayed]
    assert [s.digest for s in listed.segments] == [s.digest for s in replayed]
    assert (streamed.id, streamed.model, streamed.stop_reason) == ("r1", "gemini-3-flash-001", "STOP")
    assert streamed.complete
    assert not answer(api, stream(*CHUNKS[:2])).complete


def test_thoughts_are_output_and_prompts_of_server_tools_are_input(answer) -> None:
    reply = answer(api, CHUNKS)
    assert reply.usage == Usage(input_tokens=11, cache_read_tokens=12, output_tokens=7, reasoning_tokens=5)
    assert (reply.semantics, reply.contradiction) == ("inclusive", False)


def test_a_single_answer_is_read_too(answer) -> None:
    assert answer(api, json.dumps(CHUNKS[3], indent=1).encode()).segments[0].canonical == b'{"text":"ree"}'


def test_a_prompt_reported_without_cached_tokens_read_none(answer) -> None:
    reply = answer(api, {"usageMetadata": {"promptTokenCount": 20, "candidatesTokenCount": 2}})
    assert reply.usage == Usage(input_tokens=20, cache_read_tokens=0, output_tokens=2)


def test_a_report_without_a_prompt_says_nothing_of_the_cache(answer) -> None:
    reply = answer(api, {"usageMetadata": {"candidatesTokenCount": 2}})
    assert reply.usage == Usage(output_tokens=2)
