"""What builders logged beside their requests, as the records it came in as."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping
from typing import Any

from importers.records import JournalEntry, Snapshot


def event_facts(connection: sqlite3.Connection, kind: str) -> dict[int, Mapping[str, Any]]:
    """What the log states of each event of a kind, by the id of the request it speaks of."""
    rows = connection.execute(
        "SELECT request, facts FROM event WHERE kind = ? AND request IS NOT NULL ORDER BY id", (kind,)
    )
    return {request: json.loads(facts) if facts else {} for request, facts in rows}


def journal_entries(connection: sqlite3.Connection) -> list[JournalEntry]:
    """The mutations that agents recorded, in the order of their logs."""
    rows = connection.execute(
        """SELECT name, line, conversation, agent, entry, committed
        FROM journal JOIN source ON source.id = journal.source ORDER BY source.id, line, journal.id"""
    )
    return [
        JournalEntry(
            source=source,
            line=line,
            conversation=conversation,
            agent=agent,
            entry=json.loads(entry),
            committed=bool(committed),
        )
        for source, line, conversation, agent, entry, committed in rows
    ]


def snapshots(connection: sqlite3.Connection, conversation: str) -> list[Snapshot]:
    """The frozen contexts that agents recorded in a conversation, in the order of their logs."""
    rows = connection.execute(
        """SELECT name, line, prefix, messages, scratchpad
        FROM snapshot JOIN source ON source.id = snapshot.source
        WHERE conversation = ? ORDER BY source.id, line, snapshot.id""",
        (conversation,),
    )
    return [
        Snapshot(
            source=source,
            line=line,
            conversation=conversation,
            prefix=json.loads(prefix),
            messages=json.loads(messages),
            scratchpad=json.loads(scratchpad),
        )
        for source, line, prefix, messages, scratchpad in rows
    ]
