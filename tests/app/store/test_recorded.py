import pytest

from app.store.database import reading, writing
from app.store.ingest import ingest
from app.store.recorded import event_facts, journal_entries, snapshots
from importers.records import Event, JournalEntry, Snapshot
from tests.app.store.made import exchange

NOTE = {"source": "log.jsonl", "conversation": "talk"}


@pytest.fixture
def connection(tmp_path):
    entries = [
        JournalEntry(**NOTE, line=line, agent="scout", entry={"n": line}, committed=line == 1)
        for line in (1, 2)
    ]
    frozen = Snapshot(**NOTE, line=3, prefix="rules", messages=[{"role": "user"}], scratchpad=None)
    told = Event(**NOTE, line=4, kind="compaction", facts={"preTokens": 7})
    with writing(tmp_path / "x.db") as opened:
        ingest(opened, [*entries, frozen, told, exchange(["hi"], conversation="talk")])
    with reading(tmp_path / "x.db") as opened:
        yield opened, [*entries, frozen]


def test_what_was_recorded_comes_back_as_it_was(connection):
    opened, records = connection
    assert [*journal_entries(opened), *snapshots(opened, "talk")] == records


def test_another_conversation_has_no_snapshots(connection):
    assert snapshots(connection[0], "other") == []


def test_the_facts_of_an_event_are_known_by_the_request_it_speaks_of(connection):
    opened, _ = connection
    (request,) = opened.execute("SELECT id FROM request").fetchone()
    assert event_facts(opened, "compaction") == {request: {"preTokens": 7}}
    assert event_facts(opened, "model-switch") == {}
