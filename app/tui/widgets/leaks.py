"""The dearest leaks: one line each, with what it cost first and how to mend it last."""

from __future__ import annotations

from app import figures
from app.analysis.overview import Leak
from app.tui.lines import Line, left, right, words

_MONEY, _TIMES, _CAUSE, _PATH, _BUILDER = 9, 5, 20, 22, 12
_WITH_BUILDER, _WITH_FIX = 75, 110  # cells from which there is room for them


def heading(width: int) -> Line:
    """What the list is."""
    return [("dearest breaks", "heading"), ("   undeclared, yours to fix", "muted")]


def draw_row(leak: Leak, title: str, width: int, places: int) -> Line:
    """What it lost (USD with `places` decimals), how often, why, where, whose it is, and how to mend it.

    Without a builder it is its conversation's, which the list below calls `title`.
    """
    finding = leak.dearest.finding
    path = max(_PATH, min(32, width // 5))
    line: Line = [
        (right(_lost(leak, places), _MONEY), "money"),
        (right(f"{leak.breaks:,}×", _TIMES) + "  ", "muted"),
        (left(finding.cause, _CAUSE) + "  ", "strong"),
        (left(words(finding.path or leak.dearest.nowhere, path), path), ""),
    ]
    if width >= _WITH_BUILDER:
        owner = words(leak.builder or title or leak.dearest.conversation, _BUILDER)
        line.append(("  " + left(owner, _BUILDER), "muted"))
    if width >= _WITH_FIX:
        taken = _MONEY + _TIMES + _CAUSE + path + _BUILDER + 8
        line.append(("  " + words(finding.fix, width - taken), ""))
    return line


def _lost(leak: Leak, places: int) -> str:
    if leak.lost_usd is None:
        return f"{figures.short_count(leak.lost_tokens)} tok"
    return figures.usd(leak.lost_usd, places)
