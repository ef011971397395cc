"""Short excerpts around a difference, with control characters shown."""

from __future__ import annotations

import json
from typing import Any

from importers.common_start import common_start

_LEAD = 20
_LENGTH = 60


def around(old: Any, new: Any) -> tuple[str, str]:
    """Both values from a few characters in front of their first difference on."""
    a, b = spelled(old), spelled(new)
    start = max(0, common_start(a, b) - _LEAD)
    return cut(a, start), cut(b, start)


def cut(text: str, start: int = 0) -> str:
    """A piece of `text`, with an ellipsis where something was left out."""
    piece = text[start : start + _LENGTH]
    return f"{'…' if start else ''}{shown(piece)}{'…' if len(text) > start + _LENGTH else ''}"


def shown(text: str) -> str:
    """Control, format and separator characters as escapes, so that a trailing line feed can be seen."""
    return "".join(c if c.isprintable() else _escape(c) for c in text)


def spelled(value: Any) -> str:
    """A string as it is, nothing for None, any other value as JSON."""
    if isinstance(value, str):
        return value
    return "" if value is None else json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _escape(char: str) -> str:
    named = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}
    return named.get(char) or (f"\\u{ord(char):04x}" if ord(char) < 0x10000 else f"\\U{ord(char):08x}")
