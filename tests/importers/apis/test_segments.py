import pytest
from hypothesis import given
from hypothesis import strategies as st

from importers.apis.json_text import fields_of
from importers.apis.segments import automatic_marker, called, marker_of, segment
from importers.records import Kind, Segment


def of(block: object, **place: object) -> Segment:
    return segment("messages", Kind.TEXT, "user", "messages[0].content[0]", block, **place)


@given(st.permutations(["type", "tool_use_id", "content", "is_error"]))
def test_the_order_of_a_blocks_own_keys_is_no_difference(keys: list[str]) -> None:
    block = {
        "type": "tool_result",
        "tool_use_id": "t1",
        "is_error": True,
        "content": [{"type": "text", "text": "a"}],
    }
    assert of({key: block[key] for key in keys}).digest == of(block).digest


@pytest.mark.parametrize("free", ["input", "input_schema", "parameters", "args", "arguments", "json"])
def test_key_order_counts_in_free_json(free: str) -> None:
    assert (
        of({"type": "x", free: {"a": 1, "b": 2}}).digest != of({"type": "x", free: {"b": 2, "a": 1}}).digest
    )


def test_a_null_in_free_json_is_content_and_in_the_envelope_is_nothing() -> None:
    assert of({"input": {"a": None}}).canonical == b'{"input":{"a":null}}'
    assert (
        of({"type": "text", "text": "a", "citations": None}).digest
        == of({"type": "text", "text": "a"}).digest
    )


def test_silent_defaults_are_nothing() -> None:
    said = {"type": "tool_use", "id": "t", "name": "n", "input": {}, "caller": {"type": "direct"}}
    assert of(said).digest == of({key: said[key] for key in ("type", "id", "name", "input")}).digest


def test_a_marker_is_told_and_is_not_content() -> None:
    marked = of({"type": "text", "text": "a", "cache_control": {"type": "ephemeral"}})
    assert marked.marker == "5m"
    assert marked.digest == of({"type": "text", "text": "a"}).digest


def test_a_marker_inside_a_result_belongs_to_the_result() -> None:
    inner = [{"type": "text", "text": "a", "cache_control": {"type": "ephemeral", "ttl": "1h"}}]
    assert marker_of({"type": "tool_result", "content": inner}) == "1h"


def test_an_explicit_breakpoint_of_openai_lasts_thirty_minutes_unless_it_says_otherwise() -> None:
    assert marker_of({"text": "a", "prompt_cache_breakpoint": {"mode": "explicit"}}) == "30m"
    assert marker_of({"text": "a", "prompt_cache_breakpoint": {"mode": "explicit", "ttl": "12h"}}) == "12h"


def test_a_marker_on_the_body_is_found() -> None:
    assert automatic_marker(fields_of(b'{"cache_control":{"type":"ephemeral","ttl":"1h"}}')) == "1h"
    assert automatic_marker(fields_of(b'{"cache_control":null}')) is None
    assert automatic_marker(fields_of(b"{}")) is None


def test_section_role_and_message_boundary_make_another_segment() -> None:
    plain = of({"text": "a"})
    assert len(plain.digest) == 16
    assert of({"text": "a"}, opens=True).digest != plain.digest
    assert segment("system", Kind.TEXT, "user", "p", {"text": "a"}).digest != plain.digest
    assert segment("messages", Kind.TEXT, "assistant", "p", {"text": "a"}).digest != plain.digest


def test_only_what_a_model_reads_is_measured() -> None:
    assert of({"type": "text", "text": "four"}).chars == 4
    assert of({"type": "tool_use", "id": "long-id", "name": "n", "input": {"é": 1}}).chars == len('n{"é":1}')
    assert of({"type": "thinking", "thinking": "abc", "signature": "x" * 90}).chars == 3


def test_the_name_of_an_answered_tool_is_that_of_the_latest_call() -> None:
    calls = [
        segment("messages", Kind.TOOL_CALL, "assistant", "p", {"id": "1", "name": name}, name=name)
        for name in ("old", "new")
    ]
    assert called(reversed(calls), "1") == "new"
    assert called(calls, "2") == called(calls, None) == ""
