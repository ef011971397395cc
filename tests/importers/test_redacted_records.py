from __future__ import annotations

from dataclasses import asdict
from typing import Any

import pytest

from importers.records import (
    Event,
    Exchange,
    Fidelity,
    JournalEntry,
    Problem,
    Prompt,
    Record,
    Reply,
    Snapshot,
)
from importers.redacted_records import redacted
from importers.redaction import Redactor

KEY = "sk-ant-api03-0123456789abcdefghijkl"
AT: dict[str, Any] = {"source": "log", "line": 1}


@pytest.mark.parametrize(
    "record",
    [
        Event(**AT, kind="user-edit", note=f"pasted {KEY}", facts={"why": [KEY]}),
        JournalEntry(**AT, conversation=KEY, agent=None, entry={"text": f"\n{KEY}"}, committed=True),
        Snapshot(**AT, conversation=None, prefix={}, messages=[{"content": KEY}], scratchpad=None),
        Exchange(
            **AT,
            api="openai-chat",
            fidelity=Fidelity.EXACT,
            prompt=Prompt(segments=(), model=KEY),
            reply=Reply(stop_reason=KEY, context_edits=("none",)),
            title=f"Why is {KEY} refused?",
        ),
        Problem(**AT, kind="unknown-type", reason=f"no line has the type {KEY}"),
    ],
)
def test_a_secret_leaves_with_no_record(record: Record) -> None:
    redactor = Redactor(b"salt")
    clean = redacted(record, redactor)
    assert KEY not in str(asdict(clean))
    assert len(str(asdict(clean))) == len(str(asdict(record)))
    assert redactor.counts["anthropic-key"] == str(asdict(record)).count(KEY)


def test_a_record_without_secrets_is_handed_on_itself() -> None:
    note = Event(**AT, kind="compaction", note="half \ud800 of a pair")
    assert redacted(note, Redactor(b"salt")) is note
