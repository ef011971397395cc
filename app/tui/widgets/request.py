"""A request as lines: what it was, what it cost, and its segments with what is new in them."""

from __future__ import annotations

from collections.abc import Iterable

from app.analysis.inspector import RequestDetail, SegmentRow
from app.tui import figures
from app.tui.lines import Line, exact, left, right, spread, words, wrap

LABEL = 12
CHANGES = {"same": (" ", "muted"), "added": ("+", "good"), "changed": ("~", "money"), "moved": ("↕", "money")}
REMOVED = ("-", "broken")
_LONGEST_REPLY = 65_536  # characters; a page of more would be slow and is nobody's question here
_BUCKETS = {
    "fresh": "fresh",
    "cache_read": "read",
    "cache_write_5m": "written 5m",
    "cache_write_30m": "written 30m",
    "cache_write_1h": "written 1h",
    "cache_write_12h": "written 12h",
    "cache_write_unsplit": "written",
    "output": "output",
}


def draw_request(detail: RequestDetail, differences_only: bool, width: int) -> list[Line]:
    """The whole inspector, at most `width` cells wide."""
    return [
        _title(detail, width),
        *_facts(detail, width),
        *_section("tokens and cost", width),
        *_usage(detail, width),
        *_section("parameters", width),
        *_params(detail, differences_only, width),
        *_section(_difference(detail), width),
        *_segments(detail, differences_only, width),
        *_reply(detail, width),
    ]


def _title(detail: RequestDetail, width: int) -> Line:
    model = words(detail.model or "model unknown", 40)
    served = detail.served_model
    if served and served != detail.model:
        model += f", served by {words(served, 40)}"
    line: Line = [(f"request {detail.number:,}", "strong"), (f"   {model}", "")]
    return spread(line, [(f"bodies {detail.fidelity}", "muted")], width)


def _facts(detail: RequestDetail, width: int) -> list[Line]:
    took = ""
    if detail.started_at is not None and detail.ended_at is not None:
        took = f" · took {detail.ended_at - detail.started_at:.1f} s"
    status = f" · status {detail.status}" if detail.status is not None else ""
    where = f"{detail.source}:{detail.line}" if detail.line is not None else detail.source
    return [
        _fact("sent", f"{figures.moment(detail.started_at)}{took}{status}", width),
        _fact(
            "to", " · ".join(part for part in (detail.provider, detail.api, detail.url_host) if part), width
        ),
        _fact("from", where, width),
    ]


def _usage(detail: RequestDetail, width: int) -> list[Line]:
    lines = [_fact("tokens", _tokens(detail), width), _fact("cost", _cost(detail), width)]
    return [*lines, _fact("rates", detail.rates_source, width)] if detail.rates_source else lines


def _tokens(detail: RequestDetail) -> str:
    if detail.usage is None:
        return "the log holds no usage"
    known = {name: number for name, number in detail.usage.buckets().items() if number is not None}
    return "   ".join(f"{_BUCKETS[name]} {number:,}" for name, number in known.items())


def _cost(detail: RequestDetail) -> str:
    parts = [
        f"{figures.usd(detail.actual_usd)} {figures.PROVENANCE['reported']}"
        if detail.actual_usd is not None
        else "unpriced"
    ]
    parts += [f"without any cache {figures.usd(detail.fresh_usd)}"] if detail.fresh_usd is not None else []
    parts += (
        [f"the provider says {figures.usd(detail.reported_usd)}"] if detail.reported_usd is not None else []
    )
    return "   ".join(parts)


def _params(detail: RequestDetail, differences_only: bool, width: int) -> list[Line]:
    names = detail.params_changed if differences_only else sorted({*detail.params, *detail.params_changed})
    if not names:
        return [[("  none", "muted")]]
    return [_param(name, detail.params.get(name), name in detail.params_changed, width) for name in names]


def _param(name: str, value: str | None, changed: bool, width: int) -> Line:
    glyph, role = CHANGES["changed" if changed else "same"]
    shown = "(gone)" if value is None else words(value, width - 28)
    return [
        (f"{glyph} ", role),
        (left(words(name, 24), 24) + "  ", "muted"),
        (shown, role if changed else ""),
    ]


def _difference(detail: RequestDetail) -> str:
    if detail.previous is None:
        return "segments"
    return f"segments, against request {detail.previous:,}"


def _segments(detail: RequestDetail, differences_only: bool, width: int) -> Iterable[Line]:
    shown = [s for s in detail.segments if s.change != "same" or not differences_only]
    if not shown and not detail.removed:
        return [[("  nothing differs", "muted")]]
    return [
        _heading(width),
        *(_segment(s, CHANGES.get(s.change, CHANGES["changed"]), width) for s in shown),
        *(_segment(s, REMOVED, width) for s in detail.removed),
    ]


def _heading(width: int) -> Line:
    titles = f"{'#':>6}  {'kind':<12}  {'path':<{_path_width(width)}}  {'marker':<6}  {'tokens':>7}  text"
    return [(left(titles, width), "heading")]


def _segment(segment: SegmentRow, change: tuple[str, str], width: int) -> Line:
    path = _path_width(width)
    marker = f"◆ {words(segment.marker, 4)}" if segment.marker else ""
    text = f"{segment.name}: {segment.preview}" if segment.name else segment.preview
    return [
        change,
        (f"{segment.index:>5}  ", "muted"),
        (left(words(segment.kind.replace("_", " "), 12), 12) + "  ", ""),
        (left(words(segment.path, path), path) + "  ", "strong" if change[0].strip() else ""),
        (left(marker, 6), "marker"),
        (right(figures.count(segment.tokens), 9) + "  ", ""),
        (words(text, max(0, width - path - 41)), "muted"),
    ]


def _reply(detail: RequestDetail, width: int) -> list[Line]:
    if not detail.reply_text:
        return []
    text = detail.reply_text[:_LONGEST_REPLY]
    paragraphs = (wrap(exact(paragraph), width) or [""] for paragraph in text.splitlines())
    return [*_section("reply", width), *([(row, "")] for rows in paragraphs for row in rows)]


def _section(title: str, width: int) -> list[Line]:
    return [[], [(title, "heading"), (" " + "─" * max(0, width - len(title) - 1), "edge")]]


def _fact(label: str, text: str, width: int) -> Line:
    return [(f"{label:<{LABEL}}", "muted"), (words(text, width - LABEL), "")]


def _path_width(width: int) -> int:
    return max(20, min(36, width // 4))
