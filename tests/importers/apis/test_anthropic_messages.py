import json

import pytest

from importers.apis import anthropic_messages as api
from importers.apis.json_text import UnreadableError, fields_of
from importers.records import Kind

BODY = {
    "model": "claude-sonnet-5",
    "max_tokens": 100,
    "messages": [
        {"role": "user", "content": "count the boats"},
        {
            "role": "assistant",
            "content": [
                {"type": "thinking", "thinking": "hm", "signature": "c2ln"},
                {"type": "tool_use", "id": "toolu_1", "name": "look", "input": {"b": 1, "a": 2}},
            ],
        },
        {
            "role": "user",
            "content": [{"type": "tool_result", "tool_use_id": "toolu_1", "content": "three"}],
        },
    ],
    "system": "be brief",
    "tools": [{"name": "look", "description": "looks", "input_schema": {"type": "object"}}],
    "tool_choice": {"type": "auto"},
}


def digests(prompt) -> list[bytes]:
    return [segment.digest for segment in prompt.segments]


def test_tools_system_and_messages_are_read_in_this_order_with_their_own_paths(read) -> None:
    prompt = read(api, BODY)
    assert [(s.path, s.kind, s.role, s.name) for s in prompt.segments] == [
        ("tools[0]", Kind.TOOL, "", "look"),
        ("system[0]", Kind.TEXT, "system", ""),
        ("messages[0].content[0]", Kind.TEXT, "user", ""),
        ("messages[1].content[0]", Kind.REASONING, "assistant", ""),
        ("messages[1].content[1]", Kind.TOOL_CALL, "assistant", "look"),
        ("messages[2].content[0]", Kind.TOOL_RESULT, "user", "look"),
    ]
    assert [s.opens for s in prompt.segments] == [False, False, True, True, False, True]
    assert prompt.model == "claude-sonnet-5"
    assert prompt.params == {"max_tokens": "100", "tool_choice": '{"type":"auto"}'}


def test_a_string_and_one_text_block_are_the_same(read) -> None:
    def block(text: str) -> list[dict[str, str]]:
        return [{"type": "text", "text": text}]

    listed = json.loads(json.dumps(BODY))
    listed["system"] = block("be brief")
    listed["messages"][0]["content"] = block("count the boats")
    listed["messages"][2]["content"][0]["content"] = block("three")
    assert digests(read(api, listed)) == digests(read(api, BODY))


def test_white_space_escapes_and_field_order_are_no_difference(read) -> None:
    moved = dict(reversed(BODY.items()))
    assert digests(read(api, json.dumps(moved, indent=2).encode())) == digests(read(api, BODY))


def test_markers_are_told_with_their_lifetime_wherever_they_stand(read) -> None:
    marked = json.loads(json.dumps(BODY))
    marked["tools"][0]["cache_control"] = {"type": "ephemeral", "ttl": "1h"}
    marked["messages"][2]["content"][0]["cache_control"] = {"type": "ephemeral"}
    marked["cache_control"] = {"type": "ephemeral"}
    prompt = read(api, marked)
    assert [s.marker for s in prompt.segments] == ["1h", None, None, None, None, "5m"]
    assert prompt.auto_marker == "5m"
    assert digests(prompt) == digests(read(api, BODY))
    assert "cache_control" not in prompt.params


def test_a_system_message_in_the_history_stays_there(read) -> None:
    body = {**BODY, "messages": [*BODY["messages"], {"role": "system", "content": "new rule"}]}
    last = read(api, body).segments[-1]
    assert (last.section, last.role, last.path) == ("messages", "system", "messages[3].content[0]")


def test_an_image_is_media(read) -> None:
    image = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "AAAA"}}
    (segment,) = read(api, {"messages": [{"role": "user", "content": [image]}]}).segments
    assert (segment.kind, segment.chars) == (Kind.MEDIA, 6000)


def test_vertex_names_the_model_in_the_url(read) -> None:
    url = "https://x-aiplatform.googleapis.com/v1/projects/p/locations/l/publishers/anthropic/models/claude-9:rawPredict"
    assert api.claims(url, {})
    assert read(api, {"anthropic_version": "vertex-2023-10-16", "messages": []}, url).model == "claude-9"


@pytest.mark.parametrize(
    ("body", "whose"),
    [
        ({"messages": [], "system": "s"}, True),
        ({"messages": [], "model": "claude-x"}, True),
        ({"messages": [{"content": [{"type": "tool_result", "tool_use_id": "1"}]}]}, True),
        ({"messages": [], "tools": [{"name": "n", "input_schema": {}}]}, True),
        ({"messages": [], "model": "gpt-5"}, False),
        ({"contents": [], "model": "claude-x"}, False),
    ],
)
def test_a_body_without_a_url_is_known_by_its_shape(body: dict, whose: bool) -> None:
    assert api.claims("", fields_of(json.dumps(body).encode())) is whose


@pytest.mark.parametrize("messages", [[1], [{"role": "user", "content": [1]}], "text", {"role": "user"}])
def test_what_is_no_message_is_refused_or_read(read, messages: object) -> None:
    if isinstance(messages, dict):
        assert len(read(api, {"messages": messages}).segments) == 1
    else:
        with pytest.raises(UnreadableError):
            read(api, {"messages": messages})
