import pytest

from app.context import FrozenContext, Message, PrefixContext, ToolCall, difference
from app.journal_diffs import UnreadableSnapshotError, read_snapshot
from importers.records import Snapshot


def snapshot(prefix=None, messages=None, scratchpad=None):
    return Snapshot(
        source="log.jsonl", line=7, conversation="p", prefix=prefix, messages=messages, scratchpad=scratchpad
    )


def test_a_snapshot_comes_back_as_the_context_it_was():
    read = read_snapshot(
        snapshot(
            {
                "system_prompt": "rules",
                "grounding": [{"role": "user", "content": "facts"}],
                "schema_block": "{}",
            },
            [
                {"role": "assistant", "tool_calls": [{"id": "c1", "name": "find", "arguments": {"q": [1]}}]},
                {"role": "tool", "content": "found", "name": "find", "tool_call_id": "c1"},
            ],
            {"plan": ["ask", "wait"], "done": True},
        )
    )
    assert read == FrozenContext(
        PrefixContext("rules", (Message("user", "facts"),), "{}"),
        (
            Message("assistant", "", tool_calls=(ToolCall("c1", "find", {"q": [1]}),)),
            Message("tool", "found", "find", (), "c1"),
        ),
        (("done", True), ("plan", ["ask", "wait"])),
    )


def test_nothing_recorded_is_an_empty_context():
    assert read_snapshot(snapshot()) == FrozenContext(PrefixContext())


def test_a_prefix_may_be_the_system_prompt_alone():
    assert read_snapshot(snapshot("rules")).prefix == PrefixContext("rules")


def test_a_scratchpad_may_be_a_list_of_pairs():
    assert read_snapshot(snapshot(scratchpad=[["b", 1], ["a", 2]])).scratchpad == (("a", 2), ("b", 1))


def test_content_may_be_blocks_and_calls_those_of_openai():
    read = read_snapshot(
        snapshot(
            messages=[
                {"role": "user", "content": [{"type": "text", "text": "one"}, "two", {"type": "image"}]},
                {
                    "role": "assistant",
                    "tool_calls": [{"id": "c", "function": {"name": "f", "arguments": "{}"}}],
                },
            ]
        )
    )
    assert read.messages[0].content == 'one\ntwo\n{"type": "image"}'
    assert read.messages[1].tool_calls == (ToolCall("c", "f", "{}"),)


def test_two_snapshots_are_compared():
    older = read_snapshot(snapshot("rules", [{"role": "user", "content": "a"}], {"plan": 1, "old": 0}))
    newer = read_snapshot(snapshot("new rules", [{"role": "user", "content": "b"}], {"plan": 2}))
    diff = difference(newer, older)
    assert (diff.messages_added, diff.messages_removed) == ((Message("user", "b"),), (Message("user", "a"),))
    assert (dict(diff.scratchpad_changes), diff.scratchpad_removed) == ({"plan": 2}, ("old",))
    assert diff.prefix_changed


@pytest.mark.parametrize(
    ("parts", "place"),
    [
        ({"prefix": {"version": 2, "system_prompt": "x"}}, "prefix.version is 2"),
        ({"prefix": 3}, "prefix is no object"),
        ({"prefix": {"system_prompt": 3}}, "prefix.system_prompt is no text"),
        ({"prefix": {"grounding": "x"}}, "prefix.grounding is no list"),
        ({"messages": {"a": 1}}, "messages is no list"),
        ({"messages": [{"role": "user"}, "hi"]}, "messages[1] is no object"),
        ({"messages": [{"content": "hi"}]}, "messages[0] has no role"),
        (
            {"messages": [{"role": "a", "tool_calls": [{"arguments": 3}]}]},
            "messages[0].tool_calls[0].arguments",
        ),
        ({"scratchpad": [["a"]]}, "scratchpad[0] is no pair"),
        ({"scratchpad": [[1, 2]]}, "scratchpad[0] is no pair"),
        ({"scratchpad": "notes"}, "scratchpad is no list"),
    ],
)
def test_what_cannot_be_read_is_named_with_its_place(parts, place):
    with pytest.raises(UnreadableSnapshotError) as told:
        read_snapshot(snapshot(**parts))
    assert str(told.value).startswith("log.jsonl:7: ")
    assert place in str(told.value)
