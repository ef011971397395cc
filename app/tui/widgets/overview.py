"""The head of the home screen: what was opened, and four figures that answer before anything else is read."""

from __future__ import annotations

from app import figures
from app.analysis.overview import Overview
from app.tui.lines import Line, right, spread, width_of, words
from app.tui.source import Progress
from app.tui.widgets.tiles import Tile, draw_tiles

_BAR = 40
_SHORTEST_NAME = 20


def draw_overview(name: str, overview: Overview | None, width: int) -> list[Line]:
    """What was opened and, once they are known, its figures."""
    title: Line = [("coldbyte", "key"), ("  " + words(name, max(_SHORTEST_NAME, width // 4)), "strong")]
    if overview is None:
        return [title]
    extent = _extent(overview, width - width_of(title) - 2)
    return [spread(title, [(extent, "muted")], width), [], *_tiles(overview, width)]


def draw_progress(progress: Progress, width: int) -> list[Line]:
    """A bar to scale where the total is known, else the count alone."""
    label: Line = [(words(progress.label, width), "")]
    if not progress.total:
        return [label, [(figures.count(progress.done), "muted")]]
    share = min(1.0, progress.done / progress.total)
    full = int(share * _BAR)
    bar: Line = [("█" * full, "read"), ("░" * (_BAR - full), "edge")]
    return [label, [*bar, (right(figures.percent(share, 0), 7), "")]]


def _extent(overview: Overview, width: int) -> str:
    """How much was read, and from when, as far as it fits."""
    parts = [
        figures.counted(overview.conversations, "conversation"),
        *([figures.counted(overview.side_calls, "side call")] if overview.side_calls else []),
        figures.counted(overview.requests, "request"),
    ]
    parts += [f"{overview.unpriced_requests:,} unpriced"] if overview.unpriced_requests else []
    period = figures.period(overview.first_at, overview.last_at)
    whole = " · ".join([*parts, period] if period else parts)
    return whole if len(whole) <= width else " · ".join(parts)


def _tiles(overview: Overview, width: int) -> list[Line]:
    reported, lost = (figures.PROVENANCE[name] for name in ("reported", overview.lost_provenance))
    share = f"  {figures.percent(overview.lost_share, 0)}" if overview.lost_share else ""
    tiles = (
        Tile("spent", figures.usd(overview.spent), reported, "strong"),
        Tile("without any cache", figures.usd(overview.fresh), reported, "strong"),
        Tile(
            "lost to breaks", figures.usd(overview.lost), lost + share, "money" if overview.lost else "good"
        ),
        Tile("cache efficiency", figures.percent(overview.efficiency), lost, "strong"),
    )
    return draw_tiles(tiles, width)
