"""AWS's binary event streams (`application/vnd.amazon.eventstream`).

A frame is: its length, the length of its headers, a checksum, the headers, the payload, a checksum. Logs hold
the frames as bytes or as base64, and may end inside one; what stands behind the last whole frame is left out.
"""

from __future__ import annotations

import binascii
from collections.abc import Iterator

import orjson

_PRELUDE = 12
_CHECKSUM = 4
_STRING = 7
_WIDTHS = {
    0: 0,
    1: 0,
    2: 1,
    3: 2,
    4: 4,
    5: 8,
    8: 8,
    9: 16,
}  # of header values by type; 6 and 7 tell their length


def is_event_stream(response: bytes) -> bool:
    """Whether a response body is made of frames: no JSON or text begins with a small big-endian number."""
    return response[:1] == b"\0" or response.lstrip()[:2] == b"AA"


def frames(response: bytes) -> Iterator[tuple[str, dict[str, object]]]:
    """Event type and JSON object of each whole frame."""
    stream = response if response[:1] == b"\0" else _decoded(response)
    at = 0
    while at + _PRELUDE + _CHECKSUM <= len(stream):
        length, headers = (int.from_bytes(stream[at + i : at + i + 4], "big") for i in (0, 4))
        if length < _PRELUDE + headers + _CHECKSUM or at + length > len(stream):
            return
        body = at + _PRELUDE + headers
        payload = _object(stream[body : at + length - _CHECKSUM])
        if payload is not None:
            yield _event_type(stream[at + _PRELUDE : body]), payload
        at += length


def _decoded(response: bytes) -> bytes:
    text = bytes(response).strip()
    try:
        return binascii.a2b_base64(text[: len(text) // 4 * 4])
    except binascii.Error:
        return b""


def _object(payload: bytes) -> dict[str, object] | None:
    try:
        value = orjson.loads(payload)
    except orjson.JSONDecodeError:
        return None
    return value if isinstance(value, dict) else None


def _event_type(headers: bytes) -> str:
    at = 0
    while at < len(headers):
        name = headers[at + 1 : at + 1 + headers[at]]
        at += 1 + headers[at]
        kind, at = headers[at], at + 1
        width = _WIDTHS.get(kind)
        if width is None:
            width, at = int.from_bytes(headers[at : at + 2], "big"), at + 2
        if kind == _STRING and name == b":event-type":
            return headers[at : at + width].decode("utf-8", "replace")
        at += width
    return ""
