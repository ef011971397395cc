from hypothesis import given
from hypothesis import strategies as st

from app.journal_diffs import recorded_journal
from importers.records import JournalEntry


def said(conversation, agent, entry, committed=False, line=1):
    return JournalEntry(
        source="log.jsonl",
        line=line,
        conversation=conversation,
        agent=agent,
        entry=entry,
        committed=committed,
    )


def test_entries_keep_their_order_and_their_author():
    found = recorded_journal([said("p", "lead", {"n": 1}), said("p", "scout", {"n": 2})], "p", {})
    assert [(entry.place, entry.author, entry.text) for entry in found] == [
        (1, "lead", '{"n": 1}'),
        (2, "scout", '{"n": 2}'),
    ]


def test_another_conversations_entries_are_not_ours():
    assert recorded_journal([said("q", "lead", 1), said(None, "lead", 2)], "p", {}) == ()


def test_a_childs_entry_came_to_its_parent_through_every_agent_between():
    log = [said("grandchild", "scout", "found"), said("child", "scout", "found"), said("p", "scout", "found")]
    (entry,) = recorded_journal(log, "p", {"grandchild": "child", "child": "p", "p": None})
    assert entry.chain == ("grandchild", "child", "p")
    assert entry.author == "scout"


def test_an_entry_of_ones_own_came_by_no_way():
    (entry,) = recorded_journal([said("p", "lead", 1)], "p", {})
    assert entry.chain == ("p",)


def test_an_equal_entry_of_a_stranger_is_no_part_of_the_chain():
    (entry,) = recorded_journal([said("other", "lead", 1), said("p", "lead", 1)], "p", {"other": None})
    assert entry.chain == ("p",)


def test_conversations_that_name_each_other_as_parents_end_somewhere():
    (entry,) = recorded_journal([said("p", "a", 1), said("q", "a", 1)], "p", {"q": "r", "r": "q", "p": None})
    assert entry.chain == ("p",)


def test_a_diff_that_was_applied_twice_names_the_first_time():
    diff = [said("p", "scout", {"x": 1}), said("p", "scout", {"y": 2})]
    assert [entry.repeats for entry in recorded_journal([*diff, *diff], "p", {})] == [None, None, 1, 2]


def test_two_authors_may_say_the_same():
    found = recorded_journal([said("p", "a", 1), said("p", "b", 1)], "p", {})
    assert [entry.repeats for entry in found] == [None, None]


def test_a_committed_entry_behind_an_uncommitted_one_is_out_of_order():
    log = [
        said("p", "a", 1, True),
        said("p", "a", 2, False),
        said("p", "a", 3, True),
        said("p", "a", 4, False),
    ]
    assert [entry.misplaced for entry in recorded_journal(log, "p", {})] == [None, None, 2, None]


@given(st.lists(st.booleans()))
def test_a_journal_with_one_watermark_is_never_out_of_order(flags):
    log = [said("p", "a", n, committed) for n, committed in enumerate(sorted(flags, reverse=True))]
    assert all(entry.misplaced is None for entry in recorded_journal(log, "p", {}))
