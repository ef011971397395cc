"""A plot in cells: a column a request, filled to scale with bands of different glyphs, over lines at fixed values.

Where there are more requests than cells, a column speaks of the largest of several; where there are fewer, each
takes some cells, so that a short conversation is no thin line. A line gives way to what is in front of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

from app.tui.lines import Line, Span, right, width_of

AXIS = 9  # cells for what stands at the left of a plot
WIDEST = 8  # cells of a column
_EIGHTHS = " ▁▂▃▄▅▆▇"
_FULL = "█"
_HAIR = 1e-6  # of a cell: sums of steps are not exact


@dataclass(frozen=True, slots=True)
class Band:
    """A column is filled with `span`, a glyph and its role, up to the value `end`."""

    end: float
    span: Span


@dataclass(frozen=True, slots=True)
class Level:
    """A line across the plot at `value`, with its name at the left."""

    value: float
    name: str
    span: Span


def columns(count: int, width: int) -> list[range]:
    """For each cell of a plot of `count` things in `width` cells, those that it speaks of."""
    if not count or width <= 0:
        return []
    cells = min(width, count * WIDEST)
    starts = [cell * count // cells for cell in range(cells + 1)]
    return [range(start, max(start + 1, end)) for start, end in pairwise(starts)]


def draw_plot(
    bars: Sequence[Sequence[Band]], top: float, height: int, width: int, levels: Sequence[Level] = ()
) -> list[Line]:
    """`height` lines from `top` down to 0. `bars` holds the bands of each cell, from the lowest."""
    by_row = {_row(level.value, top, height): level for level in levels if level.value <= top}
    lines: list[Line] = []
    for row in range(height):
        level = by_row.get(row)
        behind = level.span if level else (" ", "")
        step = top / height
        floor = top - (row + 1) * step
        spans = [_cell(bar, floor, step) or behind for bar in bars]
        spans += [behind] * (width - AXIS - len(bars))
        name = level.name if level else ""
        lines.append([(right(name, AXIS - 2) + (" ┤" if name else " │"), "muted"), *_runs(spans)])
    return lines


def draw_axis(marks: Sequence[Span]) -> Line:
    """The foot of a plot, `marks` being one cell each."""
    return [(" " * (AXIS - 1) + "└", "muted"), *_runs(marks)]


def draw_labels(labels: Sequence[tuple[int, str]], width: int) -> Line:
    """Texts below the axis, each from the cell it belongs to or as near as the edge lets it; one for which there is
    no room is left out.
    """
    line: Line = [(" " * AXIS, "")]
    for cell, text in labels:
        at, start = width_of(line) - AXIS, min(cell, width - AXIS - len(text))
        if start == cell == 0 or start > at:
            line += [(" " * (start - at), ""), (text, "muted")]
    return line


def _row(value: float, top: float, height: int) -> int:
    return min(height - 1, int((top - value) / top * height)) if top > 0 else height - 1


def _cell(bar: Sequence[Band], floor: float, step: float) -> Span | None:
    """What of a column lies in the cell above `floor`: the band that reaches highest in it."""
    reach = min(floor + step, bar[-1].end) if bar else 0.0
    if reach <= max(0.0, floor):
        return None
    glyph, role = next((band.span for band in bar if band.end >= reach - step * _HAIR), bar[-1].span)
    share = (reach - floor) / step
    if share > 1 - _HAIR or (glyph != _FULL and share >= 0.5):
        return glyph, role
    if glyph != _FULL:
        return None
    eighth = int(share * 8) or (floor <= step * _HAIR)  # the least above nothing is seen
    return (_EIGHTHS[eighth], role) if eighth else None


def _runs(spans: Sequence[Span]) -> Line:
    return [
        ("".join(glyph for glyph, _ in run), role) for role, run in groupby(spans, key=lambda span: span[1])
    ]
