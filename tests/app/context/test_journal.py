from hypothesis import given
from hypothesis import strategies as st

from app.context import MutationJournal, WorkingContext


def row(number):
    return {"kind": "row_written", "id": number, "agent_id": "worker-a"}


def test_only_what_is_behind_the_watermark_ships():
    context = WorkingContext()
    context.journal.record(row(1))
    context.journal.record(row(2))
    assert (context.journal.has_uncommitted(), context.journal.size()) == (True, 2)
    assert len(context.journal.diff()) == 2

    context.journal.mark_committed()
    assert not context.journal.has_uncommitted()

    context.journal.record(row(3))
    assert list(context.journal.diff()) == [row(3)]
    assert len(context.journal.view()) == 3


def test_a_journal_that_starts_with_entries_has_nothing_to_ship():
    seeded: MutationJournal[dict[str, object]] = MutationJournal([row(0)])
    assert not seeded.has_uncommitted()
    assert seeded.size() == 1


def test_entries_keep_their_identity_and_their_author():
    entry, parent, child = row(7), MutationJournal(), MutationJournal()
    child.record(entry)
    parent.apply(child.diff())
    assert parent.view()[0] is entry


def test_a_diff_applied_twice_is_there_twice():
    parent = MutationJournal()
    for _ in range(2):
        parent.apply([row(1)])
    assert parent.size() == 2


def test_a_list_given_at_the_start_is_not_shared():
    given_entries = [row(0)]
    journal = MutationJournal(given_entries)
    journal.record(row(1))
    assert given_entries == [row(0)]


def test_a_copy_keeps_the_watermark_and_goes_its_own_way():
    journal = MutationJournal([row(0)])
    journal.record(row(1))
    twin = journal.copy()
    twin.record(row(2))
    assert (twin.watermark, list(twin.diff())) == (1, [row(1), row(2)])
    assert journal.size() == 2


steps = st.lists(st.one_of(st.just("commit"), st.integers()), max_size=30)


@given(st.lists(st.integers(), max_size=5), steps)
def test_absorbed_and_uncommitted_make_up_the_whole_history(seed, history):
    journal, recorded, absorbed = MutationJournal(seed), list(seed), list(seed)
    for step in history:
        if step == "commit":
            journal.mark_committed()
            absorbed = list(recorded)
        else:
            journal.record(step)
            recorded.append(step)
    assert list(journal.view()) == recorded
    assert [*absorbed, *journal.diff()] == recorded
    assert journal.has_uncommitted() == bool(journal.diff())
    assert journal.size() == len(recorded)


@given(steps)
def test_a_parent_that_acknowledges_every_diff_ends_with_the_same_history(history):
    child, parent = MutationJournal(), MutationJournal()
    for step in history:
        if step == "commit":
            parent.apply(child.diff())
            child.mark_committed()
        else:
            child.record(step)
    parent.apply(child.diff())
    assert parent.view() == child.view()
