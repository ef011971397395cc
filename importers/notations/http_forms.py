"""HTTP as containers write it down: headers in four shapes, bodies as text, bytes or base64, streams as
lists."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Iterable, Mapping
from typing import Any

from importers.notations.decoding import encode


def headers(written: object) -> dict[str, str]:
    """Header names in lower case to values, from a mapping (values may be lists), or a list of pairs or of
    name and value."""
    if isinstance(written, Mapping):
        return {str(name).lower(): _joined(content) for name, content in written.items()}
    if not isinstance(written, list | tuple):
        return {}
    return dict(_pair(entry) for entry in written if isinstance(entry, Mapping) or _is_pair(entry))


def event_stream(events: Iterable[Any]) -> bytes:
    """An event stream's text from a list of its events, parsed or not."""
    return b"".join(b"data: " + (e.encode() if isinstance(e, str) else encode(e)) + b"\n\n" for e in events)


def from_base64(text: str) -> bytes | None:
    """The bytes, or None where the text is no base64: some tools claim so falsely."""
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return None


def _is_pair(entry: Any) -> bool:
    return isinstance(entry, list | tuple) and len(entry) == 2


def _pair(entry: Any) -> tuple[str, str]:
    name, content = (entry.get("name"), entry.get("value")) if isinstance(entry, Mapping) else entry
    return _plain(name).lower(), _joined(content)


def _joined(content: object) -> str:
    return (
        ", ".join(_plain(part) for part in content) if isinstance(content, list | tuple) else _plain(content)
    )


def _plain(content: object) -> str:
    return content.decode("latin-1") if isinstance(content, bytes) else str(content)
