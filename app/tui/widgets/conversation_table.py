"""Conversations as columns: which of them fit a width, how each is drawn, and how each is sorted by."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from app.analysis.conversations import ConversationRow
from app.tui import figures
from app.tui.lines import Line, Span, left, right, words
from app.tui.widgets.sparkline import sparkline

GUTTER = 2
_SPARK = 10
_NARROWEST_TITLE = 16
SIDE = "↳ "  # a lane that another one started


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """`cell` draws a row's value in exactly `width` cells; `order` is what it sorts by, None sorting last.

    Columns with a low `need` are the last to go when the terminal is narrow.
    """

    title: str
    width: int
    need: int
    cell: Callable[[ConversationRow, int, int], Span]  # row, cells, decimals of its money column
    order: Callable[[ConversationRow], Any]
    biggest_first: bool = True
    to_the_right: bool = True


def _title(row: ConversationRow, width: int, _: int) -> Span:
    mark = SIDE if row.parent is not None else ""
    return left(mark + words(row.title or row.conversation, width), width), ""


def _words(value: Callable[[ConversationRow], str]) -> Callable[[ConversationRow, int, int], Span]:
    return lambda row, width, _: (left(words(value(row), width), width), "muted")


def _breaks(row: ConversationRow, width: int, _: int) -> Span:
    declared = f"{row.declared_breaks}d" if row.declared_breaks else ""
    text = " + ".join(part for part in (f"{row.breaks}" if row.breaks else "", declared) if part)
    return right(text or "–", width), "strong" if row.breaks else "muted"


def _lost(row: ConversationRow, width: int, places: int) -> Span:
    if not row.breaks and not row.declared_breaks and not row.lost_usd:
        return right("–", width), "muted"
    return right(figures.usd(row.lost_usd, places), width), "money"


def _first_model(row: ConversationRow) -> str:
    more = f" +{len(row.models) - 1}" if len(row.models) > 1 else ""
    return (row.models[0] if row.models else "") + more


COLUMNS = (
    Column(title="title", width=0, need=0, to_the_right=False, biggest_first=False, cell=_title,
           order=lambda r: (r.title or r.conversation).casefold()),
    Column(title="builder", width=12, need=2, to_the_right=False, biggest_first=False,
           cell=_words(lambda r: r.builder or ""), order=lambda r: r.builder),
    Column(title="model", width=20, need=1, to_the_right=False, biggest_first=False,
           cell=_words(_first_model), order=lambda r: r.models[0] if r.models else None),
    Column(title="req", width=6, need=0, order=lambda r: r.requests,
           cell=lambda r, width, _: (right(figures.count(r.requests), width), "")),
    Column(title="tokens", width=6, need=0, order=lambda r: r.tokens.prompt,
           cell=lambda r, width, _: (right(figures.short_count(r.tokens.prompt), width), "")),
    Column(title="read", width=6, need=0, order=lambda r: r.read_share, biggest_first=False,
           cell=lambda r, width, _: (right(figures.percent(r.read_share, 0), width), "")),
    Column(title="", width=_SPARK, need=1, order=lambda r: None, to_the_right=False,
           cell=lambda r, width, _: (left(sparkline(r.reads, width), width), "read")),
    Column(title="breaks", width=7, need=0, order=lambda r: r.breaks, cell=_breaks),
    Column(title="cost", width=8, need=0, order=lambda r: r.actual_usd,
           cell=lambda r, width, places: (right(figures.usd(r.actual_usd, places), width), "")),
    Column(title="lost", width=8, need=0, order=lambda r: r.lost_usd, cell=_lost),
)  # fmt: skip
BY_LOST = COLUMNS[-1]


def fitting(width: int) -> list[tuple[Column, int]]:
    """The columns that fit `width` cells, each with its own width; the title takes what is left."""
    need = max(column.need for column in COLUMNS)
    while True:
        shown = [column for column in COLUMNS if column.need <= need]
        room = width - sum(column.width for column in shown) - GUTTER * (len(shown) - 1)
        if room >= _NARROWEST_TITLE or need == 0:
            return [(column, column.width or max(1, room)) for column in shown]
        need -= 1


def heading(width: int, by: Column, reverse: bool) -> Line:
    """Column titles; an arrow tells what the list is sorted by."""
    cells: Line = []
    for column, size in fitting(width):
        arrow = ("▼" if by.biggest_first ^ reverse else "▲") if column is by else ""
        text = f"{arrow}{column.title}" if column.to_the_right else f"{column.title}{arrow}"
        cells += [
            (right(text, size) if column.to_the_right else left(text, size), "heading"),
            (" " * GUTTER, ""),
        ]
    return cells[:-1]


def column_at(cell: int, width: int) -> Column | None:
    """The column whose heading stands at `cell`."""
    start = 0
    for column, size in fitting(width):
        if start <= cell < start + size + GUTTER:
            return column
        start += size + GUTTER
    return None


def draw_row(row: ConversationRow, width: int, places: int) -> Line:
    """One conversation, money with `places` decimals; a side call is dimmed."""
    spans: Line = []
    for column, size in fitting(width):
        text, role = column.cell(row, size, places)
        spans += [(text, "muted" if row.side_call else role), (" " * GUTTER, "")]
    return spans[:-1]


def in_order(rows: Sequence[ConversationRow], by: Column, reverse: bool) -> list[ConversationRow]:
    """`rows` sorted by a column, unknown values last either way, equal ones by cost."""
    known = [row for row in rows if by.order(row) is not None]
    unknown = [row for row in rows if by.order(row) is None]
    known.sort(key=lambda row: row.actual_usd or 0, reverse=True)
    known.sort(key=by.order, reverse=by.biggest_first ^ reverse)
    return known + unknown


def matching(rows: Sequence[ConversationRow], text: str, side_calls: bool) -> list[ConversationRow]:
    """Rows in which every word of `text` occurs in a title, id, builder, model, task or workspace."""
    wanted = text.casefold().split()
    return [
        row for row in rows if (side_calls or not row.side_call) and all(w in _searched(row) for w in wanted)
    ]


def _searched(row: ConversationRow) -> str:
    parts = (row.title, row.conversation, row.builder, row.task, row.workspace, row.project, *row.models)
    return "\n".join(part for part in parts if part).casefold()
