"""Colours: ice for what stayed warm in the cache, amber for money, red for the one byte that differs."""

from __future__ import annotations

from textual.theme import Theme

COLDBYTE = Theme(
    name="coldbyte",
    primary="#7fb2d9",
    secondary="#7d96a8",
    accent="#c5a3d9",
    foreground="#d3d9e0",
    background="#0f1419",
    surface="#141a21",
    panel="#1a222b",
    success="#86b594",
    warning="#e0a458",
    error="#ef6b73",
    dark=True,
)
