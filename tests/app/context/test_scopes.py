import pickle
from dataclasses import dataclass
from itertools import chain

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.context import (
    AllOf,
    AnyOf,
    ContextScope,
    LastNTurns,
    Message,
    Not,
    PositionalScope,
    PositionalScopeError,
    RoleFilter,
    Since,
    Tagged,
    WorkingContext,
    surviving_indices,
)


def contents(scope, context):
    return [m.content for m in context.slice(scope).messages]


@pytest.fixture
def three_turns():
    turns = [(Message("user", "q" + n), Message("assistant", "a" + n)) for n in "012"]
    return WorkingContext(messages=[Message("system", "Rules."), *chain.from_iterable(turns)])


def test_the_last_turn_comes_with_every_system_message(three_turns):
    assert contents(LastNTurns(1), three_turns) == ["Rules.", "q2", "a2"]


def test_two_turns_are_two_questions_and_their_answers(three_turns):
    assert contents(LastNTurns(2), three_turns) == ["Rules.", "q1", "a1", "q2", "a2"]


def test_dropping_a_role_that_does_not_occur_keeps_everything(three_turns):
    assert len(contents(Not(RoleFilter(frozenset({"tool"}))), three_turns)) == 7


def test_a_window_inside_a_combination_stays_a_window(three_turns):
    spoken = Not(RoleFilter({"system"}))
    assert contents(AllOf((LastNTurns(2), spoken)), three_turns) == ["q1", "a1", "q2", "a2"]


def test_six_questions_window_combination_and_complement():
    context = WorkingContext(messages=[Message("user", f"q{i}") for i in range(6)])
    window = LastNTurns(2)
    assert contents(window, context) == ["q4", "q5"]
    assert contents(AllOf((window, RoleFilter(frozenset({"user"})))), context) == ["q4", "q5"]
    assert contents(Not(window), context) == ["q0", "q1", "q2", "q3"]


def test_a_window_wider_than_the_transcript_keeps_it_whole():
    context = WorkingContext(messages=[Message("assistant", "hello"), Message("user", "q0")])
    assert contents(LastNTurns(1), context) == ["hello", "q0"]
    assert contents(LastNTurns(10**12), context) == ["hello", "q0"]


def test_no_turns_leave_only_system_messages(three_turns):
    assert contents(LastNTurns(0), three_turns) == ["Rules."]


def test_a_negative_window_is_refused():
    with pytest.raises(ValueError, match="-1"):
        LastNTurns(-1)


def test_the_second_half_of_a_cut_message_starts_no_turn():
    picture = Message("user", "[image]", continues=True)
    context = WorkingContext(messages=[Message("user", "q0"), Message("user", "q1"), picture])
    assert contents(LastNTurns(1), context) == ["q1", "[image]"]


def test_tags_and_checkpoints_keep_by_name_and_index(three_turns):
    three_turns.append(Message("tool", "42", name="lookup"))
    assert contents(Tagged("lookup"), three_turns) == ["42"]
    assert contents(Since(5), three_turns) == ["q2", "a2", "42"]
    assert contents(AnyOf((Tagged("lookup"), RoleFilter(frozenset({"system"})))), three_turns) == [
        "Rules.",
        "42",
    ]


@pytest.mark.parametrize(
    "scope", [LastNTurns(2), Not(LastNTurns(2)), AllOf((LastNTurns(2),)), AnyOf((LastNTurns(2),))]
)
def test_a_positional_scope_refuses_a_single_message(scope):
    with pytest.raises(PositionalScopeError):
        scope.matches(Message("user", "q"), 0)


def test_combined_predicates_still_judge_single_messages():
    user, late = RoleFilter(frozenset({"user"})), Since(3)
    question = Message("user", "q")
    assert AllOf((user, late)).matches(question, 3)
    assert not AllOf((user, late)).matches(question, 2)
    assert AnyOf((user, late)).matches(question, 0)
    assert not Not(user).matches(question, 0)


@dataclass(frozen=True)
class Short:
    """A predicate of one's own."""

    def matches(self, message, index):
        return len(message.content) < 3


@dataclass(frozen=True)
class EverySecond:
    """A positional scope of one's own, without matches()."""

    def _surviving_indices(self, messages):
        return set(range(0, len(messages), 2))


def test_a_predicate_of_ones_own_works_wherever_a_built_in_does(three_turns):
    assert isinstance(Short(), ContextScope)
    assert contents(Short(), three_turns) == ["q0", "a0", "q1", "a1", "q2", "a2"]
    assert contents(AllOf((Short(), LastNTurns(1))), three_turns) == ["q2", "a2"]


def test_a_positional_scope_of_ones_own_works_at_any_depth(three_turns):
    assert isinstance(EverySecond(), PositionalScope)
    assert not isinstance(Short(), PositionalScope)
    assert contents(Not(Not(EverySecond())), three_turns) == ["Rules.", "a0", "a1", "a2"]
    with pytest.raises(PositionalScopeError):
        AllOf((EverySecond(),)).matches(Message("user", "q"), 0)


def test_something_that_is_no_scope_is_refused_by_name():
    with pytest.raises(TypeError, match="no scope"):
        surviving_indices(lambda m, i: True, [])


def test_scopes_are_keys_and_survive_pickle():
    scope = AllOf((LastNTurns(2), AnyOf((Tagged("a"), Since(3))), Not(RoleFilter(frozenset({"tool"})))))
    assert pickle.loads(pickle.dumps(scope)) == scope
    assert {scope: 1}[pickle.loads(pickle.dumps(scope))] == 1


def test_sets_and_lists_are_taken_for_their_frozen_kin():
    assert RoleFilter({"user"}) == RoleFilter(frozenset({"user"}))
    assert hash(AllOf([Since(1)])) == hash(AllOf((Since(1),)))


messages = st.builds(
    Message,
    st.sampled_from(["system", "user", "assistant", "tool"]),
    st.text(max_size=2),
    st.sampled_from([None, "a", "b"]),
    continues=st.booleans(),
)
leaves = st.one_of(
    st.builds(LastNTurns, st.integers(0, 4)),
    st.builds(RoleFilter, st.frozensets(st.sampled_from(["system", "user", "tool"]))),
    st.builds(Tagged, st.sampled_from(["a", "b"])),
    st.builds(Since, st.integers(0, 6)),
    st.builds(EverySecond),
)
scopes = st.recursive(
    leaves,
    lambda inner: st.one_of(
        st.builds(AllOf, st.lists(inner, max_size=3)),
        st.builds(AnyOf, st.lists(inner, max_size=3)),
        st.builds(Not, inner),
    ),
    max_leaves=8,
)


@given(st.lists(scopes, max_size=3), st.lists(messages, max_size=8))
def test_combinations_are_set_algebra_at_any_depth(parts, transcript):
    everything = set(range(len(transcript)))
    survivors = [surviving_indices(part, transcript) for part in parts]
    assert surviving_indices(AllOf(parts), transcript) == everything.intersection(*survivors)
    assert surviving_indices(AnyOf(parts), transcript) == set().union(*survivors)
    for part, kept in zip(parts, survivors, strict=True):
        assert surviving_indices(Not(part), transcript) == everything - kept


@given(scopes, st.lists(messages, max_size=8))
def test_a_slice_holds_exactly_the_survivors_in_their_order(scope, transcript):
    kept = WorkingContext(messages=transcript).slice(scope).messages
    assert kept == [transcript[i] for i in sorted(surviving_indices(scope, transcript))]


@given(st.integers(1, 4), st.integers(1, 4), st.lists(messages, max_size=8))
def test_a_wider_window_keeps_all_that_a_narrower_one_keeps(n, more, transcript):
    assert surviving_indices(LastNTurns(n), transcript) <= surviving_indices(LastNTurns(n + more), transcript)
