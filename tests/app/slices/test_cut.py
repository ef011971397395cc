import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.context import AllOf, LastNTurns, Not, RoleFilter, Since, Tagged, runs
from app.slices import KINDS, parse, take_slice
from importers.records import Kind, Segment


def block(role, text, kind=Kind.TEXT, *, section="messages", opens=True, name="", path=""):
    canonical = text.encode()
    digest = hashlib.sha256(f"{section}{role}{opens}{text}".encode()).digest()[:16]
    return Segment(section, kind, role, opens, path, name, None, canonical, digest, len(text))


HEAD = [
    block("", "a tool", Kind.TOOL, section="tools", path="tools[0]"),
    block("system", "rules", section="system", path="system[0]"),
]
TAIL = [
    block("user", "q0", path="messages[0].content[0]"),
    block("assistant", "hm", Kind.REASONING, path="messages[1].content[0]"),
    block("assistant", "call", Kind.TOOL_CALL, opens=False, name="read", path="messages[1].content[1]"),
    block("user", "r0", Kind.TOOL_RESULT, name="read", path="messages[2].content[0]"),
    block("assistant", "a0", path="messages[3].content[0]"),
    block("user", "q1", path="messages[4].content[0]"),
    block("user", "picture", Kind.MEDIA, opens=False, path="messages[4].content[1]"),
    block("assistant", "a1", path="messages[5].content[0]"),
]
BLOCKS = HEAD + TAIL
SIZES = [100, 50, 1, 2, 4, 8, 16, 32, 64, 128]


def test_a_slice_names_what_it_keeps_and_drops():
    cut = take_slice(LastNTurns(1), BLOCKS, SIZES)
    assert cut.kept == (5, 6, 7)
    assert cut.dropped == (0, 1, 2, 3, 4)


def test_tokens_are_told_by_kind_for_the_slice_and_for_the_whole():
    cut = take_slice(parse("last(1) & !role(assistant)"), BLOCKS, SIZES)
    assert cut.total_by_kind == {
        "system": 50,
        "tools": 100,
        "user": 33,
        "assistant": 148,
        "tool results": 8,
        "reasoning": 2,
        "media": 64,
    }
    assert cut.total_tokens == sum(SIZES)
    assert cut.by_kind == dict.fromkeys(KINDS, 0) | {"system": 50, "tools": 100, "user": 32, "media": 64}
    assert cut.tokens == 246


def test_what_is_kept_behind_the_first_dropped_block_is_written_again():
    cut = take_slice(Not(RoleFilter(frozenset({"tool"}))), BLOCKS, SIZES)
    assert cut.first_difference == "messages[2].content[0]"
    assert cut.rewritten_tokens == 16 + 32 + 64 + 128


def test_a_slice_that_only_ends_earlier_writes_nothing_again():
    cut = take_slice(Not(Since(5)), BLOCKS, SIZES)
    assert cut.dropped == (5, 6, 7)
    assert (cut.first_difference, cut.rewritten_tokens) == (None, 0)


def test_keeping_everything_changes_nothing():
    cut = take_slice(Since(0), BLOCKS, SIZES)
    assert (cut.dropped, cut.first_difference, cut.rewritten_tokens) == ((), None, 0)
    assert cut.tokens == cut.total_tokens


def test_keeping_nothing_leaves_the_head_in_the_cache():
    cut = take_slice(Tagged("nobody"), BLOCKS, SIZES)
    assert (cut.kept, cut.tokens, cut.first_difference) == ((), 150, None)


def test_a_dropped_message_that_is_said_again_at_once_parts_later():
    blocks = [block("user", "go on", path=f"messages[{i}]") for i in range(2)]
    blocks.append(block("assistant", "done", path="messages[2]"))
    cut = take_slice(Since(1), blocks, [1, 1, 1])
    assert cut.first_difference == "messages[1]"
    assert cut.rewritten_tokens == 1


def test_a_role_nobody_knows_counts_as_input_of_the_user():
    cut = take_slice(Since(0), [block("critic", "hm")], [3])
    assert cut.by_kind["user"] == 3


def test_sizes_for_another_request_are_refused():
    with pytest.raises(ValueError, match="10 blocks, but 9 sizes"):
        take_slice(Since(0), BLOCKS, SIZES[1:])


tails = st.lists(
    st.builds(
        block,
        st.sampled_from(["user", "assistant", "system"]),
        st.sampled_from(["a", "b", "c"]),
        st.sampled_from([Kind.TEXT, Kind.TOOL_RESULT, Kind.REASONING]),
        opens=st.booleans(),
    ),
    max_size=10,
)


@given(tails, st.integers(0, 4), st.booleans())
def test_kept_and_dropped_are_all_messages_and_their_tokens_add_up(tail, turns, users):
    blocks = HEAD + tail
    scope = AllOf((LastNTurns(turns), RoleFilter(frozenset({"user"})))) if users else LastNTurns(turns)
    cut = take_slice(scope, blocks, [1] * len(blocks))
    groups = runs(blocks)
    assert sorted(cut.kept + cut.dropped) == list(range(len(groups)))
    assert cut.tokens == len(HEAD) + sum(len(groups[i]) for i in cut.kept)
    assert cut.rewritten_tokens <= cut.tokens - len(HEAD)
    assert (cut.first_difference is None) == (cut.rewritten_tokens == 0)
