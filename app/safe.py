"""Hostile text made harmless: the one door through which a log's words reach a terminal.

A log may hold escape sequences that retitle the window or clear the screen, C1 controls that do the same in
one character, bidirectional marks that reorder what is read, and lone surrogates that cannot be written at
all. None of them is dropped, since a reader looking for a differing byte must see it: each is shown as a
picture or as its code. Tabs and line feeds pass; a caller that draws on one line replaces them itself.
"""

from __future__ import annotations

import re

_HARMFUL = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\ud800-\udfff]"
)


def safe(text: str) -> str:
    """`text` with control, escape, C1, zero-width and bidirectional characters shown instead of sent."""
    return _HARMFUL.sub(_shown, text)


def _shown(match: re.Match[str]) -> str:
    code = ord(match[0])
    if code < 0x20:
        return chr(0x2400 + code)
    return "\u2421" if code == 0x7F else f"\\u{code:04x}"
