"""The page that teaches the trace format is true: its code is run, and what it writes is read."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from app.analysis.conversations import list_conversations
from app.analysis.importing import import_paths
from app.analysis.journal import read_journal

PAGE = Path(__file__).parent.parent / "docs" / "trace-format.md"
CODE = re.findall(r"^```python\n(.*?)^```$", PAGE.read_text(), flags=re.MULTILINE | re.DOTALL)


def send(url: str, body: dict[str, Any]) -> tuple[int, dict[str, Any]]:
    said = [{"type": "text", "text": "Sorted."}]
    usage = {"input_tokens": 12, "output_tokens": 3}
    return 200, {"id": "msg_1", "type": "message", "role": "assistant", "content": said, "usage": usage}


@pytest.fixture
def database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    body = {
        "model": "claude-sonnet-5",
        "max_tokens": 100,
        "messages": [{"role": "user", "content": "Sort it."}],
    }
    names: dict[str, Any] = {"send": send, "body": body}
    for block in CODE:
        exec(block, names)
    names["trace"].file.close()
    database = tmp_path / "coldbyte.db"
    assert import_paths(database, ["agent.jsonl"]).skipped == ()
    return database


def test_the_logger_takes_fifteen_lines() -> None:
    assert sum(bool(line.strip()) for line in CODE[0].splitlines()) == 15


def test_what_the_logger_writes_is_one_conversation_with_its_labels(database: Path) -> None:
    (row,) = list_conversations(database)
    assert (row.conversation, row.builder, row.task) == ("ticket-4711", "my-agent 2.3", "triage")
    assert (row.requests, row.tokens.input_tokens) == (1, 12)


def test_what_the_logger_writes_is_read_as_the_very_object_that_was_sent(database: Path) -> None:
    assert [row.fidelity for row in list_conversations(database)] == ["verified"]


def test_the_journal_and_the_snapshot_of_the_page_come_back(database: Path) -> None:
    report = read_journal(database, "ticket-4711")
    (entry,) = report.recorded
    assert (entry.author, entry.committed) == ("scout", False)
    assert json.loads(entry.text) == {"set": "plan", "to": "ask first"}
    assert report.snapshots == 1
