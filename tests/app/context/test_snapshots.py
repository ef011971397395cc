import copy
import operator
import pickle
from dataclasses import FrozenInstanceError

import pytest

from app.context import (
    CyclicValueError,
    FrozenContext,
    Message,
    MutationJournal,
    PrefixContext,
    ToolCall,
    WorkingContext,
    rehydrate,
)


@pytest.fixture
def context():
    call = ToolCall("c1", "lookup", {"table": {"id": 4}})
    made = WorkingContext(prefix=PrefixContext("Be brief."))
    made.append(Message("user", "hello"), Message("assistant", "", tool_calls=(call,)))
    return made.note("plan", {"steps": ["a", "b"]}).note("alpha", 1)


def test_a_snapshot_with_a_dict_on_its_scratchpad_has_a_hash(context):
    assert hash(context.freeze()) == hash(context.freeze())


def test_snapshots_survive_pickle_and_deep_copy(context):
    snapshot = context.freeze()
    assert pickle.loads(pickle.dumps(snapshot)) == snapshot
    assert copy.deepcopy(snapshot) == snapshot
    assert hash(pickle.loads(pickle.dumps(snapshot))) == hash(snapshot)


def test_a_snapshot_stays_behind_when_the_context_goes_on(context):
    snapshot = context.freeze()
    context.append(Message("assistant", "hi"))
    assert (len(snapshot.messages), len(context.messages)) == (2, 3)


def test_the_scratchpad_is_kept_in_order_of_its_names(context):
    assert [name for name, _ in context.freeze().scratchpad] == ["alpha", "plan"]
    other = WorkingContext(prefix=context.prefix, messages=context.messages)
    assert other.note("alpha", 1).note("plan", {"steps": ["a", "b"]}).freeze() == context.freeze()


def test_snapshots_that_differ_in_a_value_share_a_bucket_and_stay_two(context):
    before = context.freeze()
    after = context.note("plan", {"steps": []}).freeze()
    assert hash(before) == hash(after)
    assert len({before, after}) == 2


def test_snapshots_that_differ_in_a_name_differ_in_their_hash(context):
    before = context.freeze()
    assert hash(before) != hash(context.note("other", 1).freeze())


@pytest.mark.parametrize(
    "change",
    [
        lambda c: c.append(Message("user", "more")),
        lambda c: c.note("alpha", 2),
        lambda c: setattr(c, "prefix", PrefixContext("Be long.")),
        lambda c: c.journal.record("entry"),
    ],
)
def test_equality_looks_at_every_field(context, change):
    before = context.freeze()
    change(context)
    assert context.freeze() != before


def test_a_nested_note_is_out_of_reach_and_the_live_one_is_not():
    context = WorkingContext().note("plan", {"steps": ["a"]})
    snapshot = context.freeze()
    context.scratchpad["plan"]["steps"].append("b")
    assert dict(snapshot.scratchpad) == {"plan": {"steps": ["a"]}}
    with pytest.raises(TypeError):
        dict(snapshot.scratchpad)["plan"]["steps"].append("b")
    with pytest.raises(FrozenInstanceError):
        snapshot.messages = ()


def test_a_new_value_can_be_built_from_a_frozen_one():
    snapshot = WorkingContext().note("plan", {"steps": ["a"], "owner": "me"}).freeze()
    thawed = WorkingContext(scratchpad=dict(snapshot.scratchpad))
    thawed.note("plan", {**thawed.get("plan"), "steps": ["b"]})
    assert thawed.get("plan") == {"steps": ["b"], "owner": "me"}


def test_own_objects_and_journal_entries_stay_what_they_are():
    mine, entry = object(), {"kind": "row"}
    context = WorkingContext().note("mine", mine)
    context.journal.record(entry)
    snapshot = context.freeze()
    assert dict(snapshot.scratchpad)["mine"] is mine
    assert snapshot.journal[0] is entry


def test_a_cyclic_note_is_refused_with_its_place():
    loop: list[object] = [1]
    loop.append({"again": loop})
    with pytest.raises(CyclicValueError, match=r"scratchpad\['loop'\]\[1\]\['again'\] contains itself"):
        WorkingContext().note("loop", loop).freeze()


def test_a_name_that_is_no_string_is_refused_with_its_place():
    with pytest.raises(TypeError, match=r"scratchpad\[4\]"):
        FrozenContext(PrefixContext(), (), ((4, "x"), ("a", "y")))


def test_a_snapshot_built_by_hand_is_as_frozen_as_one_taken():
    snapshot = FrozenContext[int](PrefixContext(), [Message("user", "a")], (("k", [1]),), [1])
    assert (
        snapshot
        == WorkingContext(
            messages=[Message("user", "a")], scratchpad={"k": [1]}, journal=MutationJournal([1])
        ).freeze()
    )
    assert isinstance(hash(snapshot), int)


def test_a_rehydrated_context_is_writable_at_every_depth(context):
    context.note("deep", {"a": [{"b": {1}}], "t": ([2],)})
    live = rehydrate(context.freeze())
    live.get("deep")["a"][0]["b"].add(2)
    live.get("deep")["t"][0].append(3)
    live.append(Message("user", "go on")).note("alpha", 2)
    assert live.get("deep") == {"a": [{"b": {1, 2}}], "t": ([2, 3],)}
    assert context.get("deep") == {"a": [{"b": {1}}], "t": ([2],)}


def test_a_rehydrated_context_freezes_to_the_same_snapshot(context):
    context.journal.record({"kind": "row"})
    snapshot = context.freeze()
    live = rehydrate(snapshot)
    assert live.freeze() == snapshot
    assert live.prefix is snapshot.prefix
    assert not live.journal.has_uncommitted()


def test_freezing_a_journal_touches_none_of_its_entries():
    class Untouchable:
        def __getattribute__(self, name):
            raise AssertionError(f"asked for {name}")

    context = WorkingContext()
    entries = [Untouchable() for _ in range(500)]
    context.journal.apply(entries)
    assert all(map(operator.is_, context.freeze().journal, entries))


def test_hashing_a_snapshot_looks_at_each_message_once(monkeypatch):
    looked = []
    hash_of = Message.__hash__
    monkeypatch.setattr(Message, "__hash__", lambda self: looked.append(self) or hash_of(self))
    for size in (10, 100):
        looked.clear()
        hash(WorkingContext(messages=[Message("user", f"{i}") for i in range(size)]).freeze())
        assert len(looked) == size
