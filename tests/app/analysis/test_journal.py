import pytest

from app.analysis.journal import SnapshotError, read_journal, read_snapshot_diff
from app.analysis.loaded_lanes import UnknownRequestError
from tests.app.trace_lines import HEADER, step

WORDS = "word " * 100


def kept(agent, entry, committed=False):
    return {"type": "journal", "agent_id": agent, "entry": entry, "committed": committed}


def frozen(text, **notes):
    messages = [{"role": "user", "content": text}]
    return {
        "type": "snapshot",
        "prefix": {"system_prompt": "rules"},
        "messages": messages,
        "scratchpad": notes,
    }


@pytest.fixture
def database(stored):
    """Two requests, the first written to the cache whole; a child agent whose diff was applied twice."""
    return stored(
        [
            HEADER,
            *step(1, [WORDS], input_tokens=0, cache_creation_input_tokens=130),
            *step(2, [WORDS, WORDS + "b", WORDS + "c"], input_tokens=260, cache_read_input_tokens=130),
            kept("lead", {"plan": "ask"}, committed=True),
            kept("scout", {"found": 3}),
            kept("scout", {"found": 3}),
            frozen("start", plan="ask"),
            frozen("go on", plan="wait"),
            {"type": "snapshot", "prefix": {"version": 9}, "messages": [], "scratchpad": {}},
            {**HEADER, "conversation": "child", "parent": "talk"},
            *step(3, ["Find it."]),
            kept("scout", {"found": 3}, committed=True),
        ]
    )


def test_a_journal_ends_at_what_the_provider_holds(database):
    report = read_journal(database, "talk")
    assert report.watermark == 1
    assert (report.first, report.last) == (1, 2)
    assert [(row.kind, row.path) for row in report.diff] == [
        ("added", "messages[1].content[0]"),
        ("added", "messages[2].content[0]"),
    ]
    assert [row.committed for row in report.entries if row.request == 2] == [False, False]


def test_tokens_of_a_change_are_fitted_to_the_prompt_it_stands_in(database):
    first, second = read_journal(database, "talk").diff
    assert 120 < first.tokens <= second.tokens < 140
    assert first.tokens_before is None


def test_any_two_requests_can_be_compared(database):
    report = read_journal(database, "talk", 2, 1)
    assert [row.kind for row in report.diff] == ["removed", "removed"]
    assert {row.request for row in report.entries} == {1}


def test_a_request_that_is_not_there_is_told(database):
    for first, last in ((1, 3), (0, 2)):
        with pytest.raises(UnknownRequestError):
            read_journal(database, "talk", first, last)


def test_an_agents_own_journal_keeps_authors_and_marks_a_diff_applied_twice(database):
    entries = read_journal(database, "talk").recorded
    assert [(entry.author, entry.committed, entry.repeats) for entry in entries] == [
        ("lead", True, None),
        ("scout", False, None),
        ("scout", False, 2),
    ]
    assert entries[1].chain == ("child", "talk")


def test_two_snapshots_can_be_compared(database):
    diff = read_snapshot_diff(database, "talk", 1, 2)
    assert [message.content for message in diff.messages_added] == ["go on"]
    assert [message.content for message in diff.messages_removed] == ["start"]
    assert dict(diff.scratchpad_changes) == {"plan": "wait"}
    assert not diff.prefix_changed


def test_a_snapshot_of_an_unknown_version_is_told_with_its_place(database):
    with pytest.raises(SnapshotError, match=r"log\.jsonl:\d+: .*version is 9"):
        read_snapshot_diff(database, "talk", 1, 3)


def test_a_snapshot_that_is_not_there_is_told(database):
    with pytest.raises(UnknownRequestError, match="no snapshot 4: talk has 3"):
        read_snapshot_diff(database, "talk", 4, 1)
