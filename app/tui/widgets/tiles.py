"""The figures at the head of a screen that answer before anything else is read: names above values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from app.tui.lines import Line, left

_WIDEST = 24


class Tile(NamedTuple):
    """A figure with its name, a note behind it such as its provenance, and the role it is drawn in."""

    name: str
    value: str
    note: str
    role: str


def draw_tiles(tiles: Sequence[Tile], width: int) -> list[Line]:
    """Two lines: the names, and the values below them."""
    size = min(_WIDEST, width // len(tiles))
    names: Line = [(left(tile.name, size - 1) + " ", "muted") for tile in tiles]
    values: Line = []
    for tile in tiles:
        values += [
            (tile.value, tile.role),
            (left(f" {tile.note}", size - 1 - len(tile.value)) + " ", "muted"),
        ]
    return [names, values]
