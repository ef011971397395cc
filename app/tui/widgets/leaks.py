"""The dearest leaks: one line each, with what it cost first and how to mend it last."""

from __future__ import annotations

from app.analysis.overview import Leak
from app.tui import figures
from app.tui.lines import Line, left, right, words

_MONEY, _TIMES, _CAUSE, _PATH, _BUILDER = 9, 7, 18, 24, 14
_WITH_BUILDER, _WITH_FIX = 76, 110


def heading(width: int) -> Line:
    """What the list is."""
    return [("dearest breaks", "heading"), ("   undeclared, yours to fix", "muted")]


def draw_row(leak: Leak, width: int) -> Line:
    """What it lost, how often, why, where, whose it is, and how to mend it as far as there is room."""
    finding = leak.dearest.finding
    lost = (
        figures.usd(leak.lost_usd)
        if leak.lost_usd is not None
        else f"{figures.short_count(leak.lost_tokens)} tok"
    )
    path = max(_PATH, min(40, width // 4))
    line: Line = [
        (right(lost, _MONEY), "money"),
        (right(f"{leak.breaks:,}×", _TIMES) + "  ", "muted"),
        (left(finding.cause, _CAUSE) + "  ", "strong"),
        (left(words(finding.path or "nothing changed", path), path), ""),
    ]
    if width >= _WITH_BUILDER:
        line.append(
            ("  " + left(words(leak.builder or leak.dearest.conversation, _BUILDER), _BUILDER), "muted")
        )
    if width >= _WITH_FIX:
        taken = _MONEY + _TIMES + _CAUSE + path + _BUILDER + 8
        line.append(("  " + words(finding.fix, width - taken), ""))
    return line
