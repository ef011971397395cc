from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.context import ContextDiff, Message, PrefixContext, WorkingContext, difference


def test_a_fork_that_went_on_differs_by_its_message_and_its_note():
    old = WorkingContext(messages=[Message("user", "Which ones?")], scratchpad={"step": "look"})
    new = old.fork().note("step", "tell").append(Message("assistant", "Those."))
    changed = new.diff(old)
    assert (len(changed.messages_added), len(changed.messages_removed)) == (1, 0)
    assert changed.scratchpad_changes == {"step": "tell"}
    assert str(changed.scratchpad_changes) == "{'step': 'tell'}"
    assert changed.prefix_changed is False


def test_a_diff_cannot_be_edited():
    changed = WorkingContext().note("stage", {"a": [1]}).diff(WorkingContext())
    with pytest.raises(TypeError):
        changed.scratchpad_changes["stage"] = "tampered"
    with pytest.raises(TypeError):
        changed.scratchpad_changes["stage"]["a"].append(2)


def test_a_later_note_does_not_change_what_a_diff_said():
    context = WorkingContext().note("stage", {"a": [1]})
    changed = context.diff(WorkingContext())
    context.get("stage")["a"].append(2)
    assert changed.scratchpad_changes == {"stage": {"a": [1]}}


def test_contexts_that_know_the_same_do_not_differ():
    context = WorkingContext(prefix=PrefixContext("p"), messages=[Message("user", "q")]).note("a", [1])
    assert context.diff(context.fork()) == ContextDiff()


def test_removed_messages_and_names_are_told():
    before = WorkingContext(messages=[Message("user", "q"), Message("assistant", "a")]).note("gone", 1)
    after = WorkingContext(messages=[Message("user", "q")])
    changed = after.diff(before)
    assert changed.messages_removed == (Message("assistant", "a"),)
    assert changed.scratchpad_removed == ("gone",)


def test_a_message_said_twice_has_to_be_matched_twice():
    once, twice = ([Message("user", "yes")] * n for n in (1, 2))
    assert WorkingContext(messages=twice).diff(WorkingContext(messages=once)).messages_added == (
        Message("user", "yes"),
    )


def test_another_prefix_is_told():
    assert WorkingContext(prefix=PrefixContext("a")).diff(WorkingContext()).prefix_changed


def test_snapshots_and_live_contexts_compare_with_each_other():
    live = WorkingContext(messages=[Message("user", "q")]).note("plan", {"steps": [1]})
    snapshot = live.freeze()
    assert live.diff(snapshot) == ContextDiff()
    live.append(Message("assistant", "a"))
    assert difference(live.freeze(), snapshot).messages_added == (Message("assistant", "a"),)


def test_a_diff_has_a_hash():
    changed = WorkingContext().note("plan", {"steps": [1]}).diff(WorkingContext())
    assert hash(changed) == hash(WorkingContext().note("plan", {"steps": [1]}).diff(WorkingContext()))


texts = st.lists(st.sampled_from("abc"), max_size=8)


@given(texts, texts)
def test_added_and_removed_are_the_multiset_difference(newer, older):
    changed = difference(
        *(WorkingContext(messages=[Message("user", t) for t in side]) for side in (newer, older))
    )
    added, removed = (
        Counter(m.content for m in side) for side in (changed.messages_added, changed.messages_removed)
    )
    assert added == Counter(newer) - Counter(older)
    assert removed == Counter(older) - Counter(newer)


@given(texts, texts)
def test_what_is_appended_is_what_is_added_in_its_order(history, tail):
    before = WorkingContext(messages=[Message("user", t) for t in history])
    after = before.fork().extend(Message("assistant", t) for t in tail)
    assert after.diff(before).messages_added == tuple(Message("assistant", t) for t in tail)
