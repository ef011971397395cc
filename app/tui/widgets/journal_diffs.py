"""What changed in a conversation as lines: every request in one strip, and the changes between two points.

The strip shows the worst that happened at each request, for a journal that only grows is one row of pluses. Below
it stands how far the provider holds what the journal says.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from app import figures, phrases
from app.tui.lines import Line, Meanings, Span, left, right, words
from app.tui.widgets.plot import columns
from app.tui.widgets.request import CHANGES

if TYPE_CHECKING:  # the first paint does not wait for the store
    from app.analysis.journal import ChangeRow, JournalReport
    from app.context import ContextDiff
    from app.journal_diffs import RecordedEntry

KINDS: dict[str, Span] = {**CHANGES, "rewritten": CHANGES["changed"]}
WATERMARK: Span = ("▲", "marker")
MEANINGS: Meanings = (
    *((KINDS[kind], kind) for kind in ("added", "rewritten", "moved", "removed")),
    (WATERMARK, "watermark: cached so far"),
)
LABEL = 10
_NOTHING: Span = (" ", "")
_WORST = ("removed", "rewritten", "moved", "added")
_SIZE, _NOTE = 18, 34
_LONGEST = 400  # characters of a text that is shown on one line


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A line of the list: what happened (a key of `KINDS`, or a heading), where, to what, how big, and a remark."""

    kind: str
    where: str
    what: str = ""
    size: str = ""
    note: str = ""


def entries_of(report: JournalReport) -> list[Entry]:
    """The changes, and below them what the agents wrote into journals of their own."""
    found = [_changed(row) for row in report.diff]
    if report.recorded:
        found.append(Entry(kind="heading", where="kept by the agents themselves"))
        found += [_recorded(entry) for entry in report.recorded]
    return found


def entries_between(diff: ContextDiff) -> list[Entry]:
    """What one snapshot has that an older one has not, and the other way round."""
    return list(_between(diff))


def draw_changes(report: JournalReport) -> Line:
    """How much changed, and which sections did not."""
    counts = Counter(row.kind for row in report.diff)
    told = " · ".join(f"{counts[kind]:,} {kind}" for kind in _WORST[::-1] if counts[kind])
    changed = {row.section for row in report.diff}
    same = ", ".join(section for section in phrases.SECTIONS if section not in changed)
    line: Line = [("changes".ljust(LABEL), "muted"), (told or "nothing", "strong")]
    return [*line, (f" · unchanged: {same}" if same else "", "muted")]


def draw_strip(report: JournalReport, width: int) -> list[Line]:
    """The journal at a glance, and its watermark."""
    worst = _worst_by_request(report)
    cells = columns(report.last, min(width - LABEL, report.last))
    spans = [_worst_of([worst.get(i + 1) for i in cell]) for cell in cells]
    runs = [("".join(glyph for glyph, _ in run), role) for role, run in groupby(spans, key=lambda s: s[1])]
    return [
        [("journal".ljust(LABEL), "muted"), *runs],
        _mark(report, cells),
    ]


def draw_entry(entry: Entry, width: int) -> Line:
    """One line of the list."""
    if entry.kind == "heading":
        return [(entry.where, "heading")]
    glyph, role = KINDS[entry.kind]
    where = max(20, width // 3)
    note = _NOTE if entry.note and width > 3 * _NOTE else 0
    what = width - 2 - where - _SIZE - note
    return [
        (f"{glyph} ", role),
        (left(words(entry.where, where - 2), where), "strong" if role != "muted" else ""),
        (left(words(entry.what, what), what), ""),
        (right(entry.size, _SIZE), ""),
        (right(entry.note, note), "money"),
    ]


def _changed(row: ChangeRow) -> Entry:
    sizes = dict.fromkeys([row.tokens_before, row.tokens] if row.kind == "rewritten" else [row.tokens])
    size = " > ".join(f"{number:,}" for number in sizes if number is not None)
    what = " ".join(part for part in (row.role, row.name) if part)
    return Entry(kind=row.kind, where=row.path, what=what, size=f"{size} tok" if size else "")


def _recorded(entry: RecordedEntry) -> Entry:
    author = f"{entry.place} {entry.author or figures.UNKNOWN}"
    way = f" by way of {' > '.join(entry.chain)}" if len(entry.chain) > 1 else ""
    state = "committed" if entry.committed else "uncommitted"
    return Entry(
        kind="same", where=author + way, what=entry.text[:_LONGEST], size=state, note=phrases.doubt(entry)
    )


def _between(diff: ContextDiff) -> Iterator[Entry]:
    for kind, messages in (("added", diff.messages_added), ("removed", diff.messages_removed)):
        for message in messages:
            yield Entry(kind=kind, where=message.role, what=message.content[:_LONGEST])
    for name, value in diff.scratchpad_changes.items():
        text = json.dumps(value, ensure_ascii=False, default=str)
        yield Entry(kind="rewritten", where=f"scratchpad {name}", what=text[:_LONGEST])
    for name in diff.scratchpad_removed:
        yield Entry(kind="removed", where=f"scratchpad {name}")
    if diff.prefix_changed:
        yield Entry(kind="rewritten", where="prefix")


def _worst_by_request(report: JournalReport) -> Mapping[int, str]:
    worst: dict[int, str] = {}
    for row in report.entries:
        if row.request is not None:
            known = worst.get(row.request, row.kind)
            worst[row.request] = min(known, row.kind, key=_WORST.index)
    return worst


def _worst_of(kinds: Sequence[str | None]) -> Span:
    known = [kind for kind in kinds if kind]
    return KINDS[min(known, key=_WORST.index)] if known else _NOTHING


def _mark(report: JournalReport, cells: Sequence[range]) -> Line:
    """The watermark below its request, with what it means on the side where there is room."""
    text: Span = (phrases.watermark(report), "muted")
    mark = report.watermark
    at = next((i for i, cell in enumerate(cells) if mark and mark - 1 in cell), None)
    if at is None:
        return [(" " * LABEL, ""), text]
    if at > len(text[0]):
        return [(right(text[0], LABEL + at - 1), "muted"), (" ", ""), WATERMARK]
    return [(" " * (LABEL + at), ""), WATERMARK, (" ", ""), text]
