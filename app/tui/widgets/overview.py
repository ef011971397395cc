"""The head of the home screen: what was opened, and four figures that answer before anything else is read."""

from __future__ import annotations

from app.analysis.overview import Overview
from app.tui import figures
from app.tui.lines import Line, left, right, spread, words
from app.tui.source import Progress

_TILE = 24
_BAR = 40


def draw_overview(name: str, overview: Overview | None, width: int) -> list[Line]:
    """Three lines and a blank one between; the figures are blank until they are known."""
    title: Line = [("coldbyte", "key"), ("  " + words(name, width // 2), "strong")]
    if overview is None:
        return [title]
    return [spread(title, [(_extent(overview), "muted")], width), [], *_tiles(overview, width)]


def draw_progress(progress: Progress, width: int) -> list[Line]:
    """A bar to scale where the total is known, else the count alone."""
    label: Line = [(words(progress.label, width), "")]
    if not progress.total:
        return [label, [(figures.count(progress.done), "muted")]]
    share = min(1.0, progress.done / progress.total)
    full = int(share * _BAR)
    return [
        label,
        [("█" * full, "read"), ("░" * (_BAR - full), "edge"), (right(figures.percent(share, 0), 7), "")],
    ]


def _extent(overview: Overview) -> str:
    parts = [
        figures.counted(overview.conversations, "conversation"),
        figures.counted(overview.requests, "request"),
    ]
    if overview.unpriced_requests:
        parts.append(f"{overview.unpriced_requests:,} unpriced")
    return " · ".join([*parts, figures.period(overview.first_at, overview.last_at)]).removesuffix(" · ")


def _tiles(overview: Overview, width: int) -> list[Line]:
    share = f"  {figures.percent(overview.lost_share, 0)}" if overview.lost_share else ""
    reported = figures.PROVENANCE["reported"]
    tiles = (
        ("spent", figures.usd(overview.spent), f" {reported}", "strong"),
        ("without any cache", figures.usd(overview.fresh), f" {reported}", "strong"),
        ("lost to breaks", figures.usd(overview.lost), share, "money" if overview.lost else "good"),
        ("cache efficiency", figures.percent(overview.efficiency), "", "strong"),
    )
    tile = min(_TILE, width // len(tiles))
    labels: Line = [(left(label, tile), "muted") for label, *_ in tiles]
    values: Line = []
    for _, value, note, role in tiles:
        values += [(value, role), (left(note, tile - len(value)), "muted")]
    return [labels, values]
