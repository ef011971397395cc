"""The break panel: where it broke, what stood there before and after, why, what it cost, how to mend it.

The answer stands in the order the questions come. Where the texts differ is found on the log's own characters and
only then made harmless, because a control character is longer once it is shown.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from os.path import commonprefix

from rich.cells import cell_len

from app.analysis.board import BoardRow
from app.analysis.breaks import PricedBehind, PricedBreak
from app.prefix_stability.findings import Break
from app.tui import figures
from app.tui.lines import ELLIPSIS, Line, clip, exact, words, wrap

LABEL = 9
_CONTEXT = 0.6  # of the width for what the two texts share before they differ


@dataclass(frozen=True, slots=True)
class Recurrence:
    """How often a cause breaks this conversation, and what all of it lost."""

    breaks: int
    lost_usd: Decimal | None


def recurrence(found: PricedBreak, breaks: Sequence[PricedBreak]) -> Recurrence:
    """Breaks of the same conversation with the same cause, `found` among them."""
    alike = [
        b
        for b in breaks
        if b.conversation == found.conversation
        and b.finding.cause == found.finding.cause
        and b.is_warning == found.is_warning
    ]
    amounts = [b.lost_usd for b in alike if b.lost_usd is not None]
    return Recurrence(len(alike), sum(amounts, Decimal(0)) if amounts else None)


def draw_panel(row: BoardRow, findings: Mapping[int, Sequence[PricedBreak]], width: int) -> list[Line]:
    """What there is to say about the request of `row`: its break, or that it carried its prefix."""
    found = findings.get(row.request_id, ())
    if not found:
        return [_rule(f"request {row.number:,}", "", width), *_unbroken(row)]
    everything = [b for group in findings.values() for b in group]
    broken = [request for request, group in findings.items() if not group[0].is_warning]
    position = (
        f"break {broken.index(row.request_id) + 1} of {len(broken)}"
        if row.request_id in broken
        else "warning"
    )
    return [
        _rule(place(found[0]), position, width),
        *describe(found[0], recurrence(found[0], everything), width),
        *(_also(other, width) for other in found[1:]),
    ]


def describe(found: PricedBreak, again: Recurrence, width: int) -> list[Line]:
    """One break in full, at most `width` cells wide."""
    finding = found.finding
    return [
        *_excerpts(finding, width),
        _reason(found),
        _price(found, again),
        *_labelled("fix", finding.fix, width, "good" if finding.actionable else ""),
        *_labelled("missing", finding.missing or "", width),
        *(_behind(change, width) for change in found.behind),
        *_labelled("verdict", _verdicts(finding), width, "muted"),
    ]


def place(found: PricedBreak) -> str:
    """`request 4 · system[0].text · character 6,000 · byte 41,310`, as far as each is known."""
    finding = found.finding
    parts = [f"request {finding.request:,}"]
    parts += (
        [words(finding.path, 80)]
        if finding.path
        else []
        if finding.section != "none"
        else ["nothing changed"]
    )
    parts += [f"character {finding.offset:,}"] if finding.offset is not None else []
    parts += [f"byte {finding.byte:,}"] if finding.byte is not None else []
    return " · ".join(parts)


def _rule(start: str, end: str, width: int) -> Line:
    start = clip(start, width - len(end) - 8)
    dashes = width - cell_len(start) - cell_len(end) - (6 if end else 4)
    return [
        ("─ ", "edge"),
        (start, "strong"),
        (" " + "─" * dashes, "edge"),
        (f" {end} " if end else " ", "muted"),
        ("─", "edge"),
    ]


def _unbroken(row: BoardRow) -> list[Line]:
    share = (
        f"{figures.percent(row.read_share)} of it from the cache"
        if row.read_share is not None
        else "the log does not say what was read"
    )
    return [
        [("prompt   ", "muted"), (f"{figures.count(row.prompt_tokens)} tokens, {share}", "")],
        [
            ("prefix   ", "muted"),
            ("carried whole: no break" if row.number > 1 else "the first request: nothing was warm", "good"),
        ],
    ]


def _also(found: PricedBreak, width: int) -> Line:
    finding = found.finding
    text = f"{finding.cause} at {words(finding.path, 60)}" if finding.path else finding.cause
    return [
        (f"{'warning' if found.is_warning else 'also':<{LABEL}}", "muted"),
        (clip(text, width - LABEL), ""),
    ]


def _excerpts(finding: Break, width: int) -> list[Line]:
    if not finding.before and not finding.after:
        return []
    at = len(commonprefix((finding.before, finding.after)))
    room = width - LABEL
    shared = _tail(exact(finding.before[:at][-4 * width :]), int(room * _CONTEXT))
    arrow = " " * (LABEL + cell_len(shared)) + "▲"
    note = " first difference"
    return [
        _excerpt("before", finding.before[at:], shared, room),
        _excerpt("after", finding.after[at:], shared, room),
        [(arrow, "broken"), (note if len(arrow) + len(note) <= width else "", "muted")],
    ]


def _excerpt(label: str, rest: str, shared: str, room: int) -> Line:
    differs = exact(rest[:1]) or "∅"  # one of the two texts may simply end
    after = clip(exact(rest[1 : 4 * room]), max(0, room - cell_len(shared) - cell_len(differs)))
    return [(f"{label:<{LABEL}}", "muted"), (shared, ""), (differs, "differs"), (after, "")]


def _tail(text: str, room: int) -> str:
    """The end of `text` in `room` cells, an ellipsis where its start was cut."""
    if cell_len(text) <= room:
        return text
    while cell_len(text) > room - 1:
        text = text[1:]
    return ELLIPSIS + text


def _reason(found: PricedBreak) -> Line:
    finding = found.finding
    line: Line = [(f"{'cause':<{LABEL}}", "muted"), (finding.cause, "strong")]
    line += [(f" · breaks {finding.rule}", "")] if finding.rule else []
    if finding.declared:
        return [*line, (f" · declared {finding.event or ''}".rstrip(), "good")]
    line += [
        (
            f" · perhaps {finding.possible_event}, undeclared" if finding.possible_event else " · undeclared",
            "",
        )
    ]
    return [
        *line,
        (
            " · yours to fix" if finding.actionable else " · not yours to fix",
            "money" if finding.actionable else "muted",
        ),
    ]


def _price(found: PricedBreak, again: Recurrence) -> Line:
    finding = found.finding
    glyph = figures.PROVENANCE.get(finding.provenance, "")
    line: Line = [
        (f"{'lost':<{LABEL}}", "muted"),
        (f"{figures.count(finding.lost_tokens)} tokens · ", ""),
        (figures.usd(found.lost_usd) if found.lost_usd is not None else "unpriced", "money"),
        (f" {glyph}", "muted"),
    ]
    if again.breaks > 1:
        total = f", {figures.usd(again.lost_usd)} in all" if again.lost_usd is not None else ""
        line.append((f" · {figures.times(again.breaks)} in this conversation{total}", "muted"))
    return line


def _behind(change: PricedBehind, width: int) -> Line:
    cost = f"{figures.count(change.lost_tokens)} tokens"
    cost += f", {figures.usd(change.lost_usd)}" if change.lost_usd is not None else ""
    text = f"{words(change.path or '', 60)} {change.cause} would still cost {cost}".strip()
    return [(f"{'behind':<{LABEL}}", "muted"), (clip(text, width - LABEL), "")]


def _labelled(label: str, text: str, width: int, role: str = "") -> list[Line]:
    rows = wrap(words(text, 4 * width), width - LABEL)
    return [[(f"{label if i == 0 else '':<{LABEL}}", "muted"), (row, role)] for i, row in enumerate(rows)]


def _verdicts(finding: Break) -> str:
    said = (("provider", finding.provider_verdict), ("agent", finding.agent_verdict))
    heard = [f"{who} {verdict}" for who, verdict in said if verdict]
    return " · ".join([f"ours {finding.cause}", *heard]) if heard else ""
