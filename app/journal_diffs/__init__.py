"""What changed in a conversation: from one request to the next, between any two, and as its agents tell it.

Every conversation has a journal of mutations, whether or not somebody kept one: it follows from the requests.
Blocks are added, removed, rewritten or moved; a watermark stands behind what the provider has cached. A journal
that an agent kept itself is shown beside it, with who made each entry and by which way it came here.
"""

from app.journal_diffs.changes import Change, changes
from app.journal_diffs.derived import Entry, Journal, journal_of
from app.journal_diffs.recorded import RecordedEntry, recorded_journal
from app.journal_diffs.snapshots import UnreadableSnapshotError, read_snapshot

__all__ = [
    "Change",
    "Entry",
    "Journal",
    "RecordedEntry",
    "UnreadableSnapshotError",
    "changes",
    "journal_of",
    "read_snapshot",
    "recorded_journal",
]
