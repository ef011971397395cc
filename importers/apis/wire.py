"""Did the log keep the bytes that were sent?

Most logs keep a body as parsed JSON. Written again it has exactly as many bytes as its Content-Length says,
if key order, escapes and numbers survived; so an equal length is taken as proof and another one as the loss
of it. Clients write JSON with or without blanks, with or without ASCII escapes: each spelling is tried.
Lengths of a growing history are kept by element, as its segments are.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import lru_cache
from typing import Any, NamedTuple

from importers.apis.growing import Growing
from importers.apis.json_text import Fields, UnreadableError, mend_surrogates
from importers.calls import Call
from importers.records import Fidelity

_SCRUBBED = 0.9  # an exact body that holds less of its Content-Length was cut by whoever recorded it


class Lengths(NamedTuple):
    """Bytes of a JSON value in four spellings."""

    compact: int
    spaced: int  # ", " and ": "
    compact_ascii: int  # non-ASCII characters as \\uXXXX
    spaced_ascii: int


_UNKNOWN = Lengths(0, 0, 0, 0)


class WireCheck:
    """Judges bodies one after another. Not thread-safe."""

    def __init__(self) -> None:
        self._growing: Growing[Lengths] = Growing()

    def fidelity(self, call: Call, fields: Fields) -> Fidelity:
        """How far the call's body can be trusted; never better than what its container promises."""
        if not fields:
            return Fidelity.USAGE_ONLY
        sent = _content_length(call)
        if sent is None or call.fidelity not in (Fidelity.EXACT, Fidelity.VERIFIED):
            return call.fidelity
        kept = len(call.body) if isinstance(call.body, bytes) else _as_compact(fields)
        if call.fidelity is Fidelity.EXACT:
            return Fidelity.EXACT if kept >= _SCRUBBED * sent else Fidelity.STRUCTURAL
        if sent in (kept, _as_compact(fields)) or sent in self._lengths(fields):
            return Fidelity.VERIFIED
        return Fidelity.STRUCTURAL

    def _lengths(self, fields: Fields) -> Lengths:
        sizes = [_plus(_lengths_of(_key(name)), self._field(name, raw)) for name, raw in fields.items()]
        return _joined(sizes, colons=len(sizes))

    def _field(self, name: str, raw: bytes) -> Lengths:
        if bytes(memoryview(raw)[:1]) != b"[":
            return _lengths_of(bytes(raw))
        try:
            return _joined(self._growing.read(name, raw, lambda _, item, __: [_lengths_of(item)]))
        except UnreadableError:
            return _UNKNOWN


def _content_length(call: Call) -> int | None:
    if "content-encoding" in call.headers:
        return None
    stated = call.headers.get("content-length", "")
    return int(stated) if stated.isdecimal() and len(stated) < 16 else None


def _key(name: str) -> bytes:
    return json.dumps(name, ensure_ascii=False).encode("utf-8", "replace")


def _as_compact(fields: Fields) -> int:
    """Bytes of the body as a compact object, if its values are compact already."""
    return 1 + sum(len(_key(name)) + 2 + len(memoryview(raw)) for name, raw in fields.items())


@lru_cache(maxsize=256)
def _lengths_of(raw: bytes) -> Lengths:
    try:
        value = json.loads(mend_surrogates(raw).decode())  # unlike orjson it keeps whole numbers of any size
    except (ValueError, RecursionError):
        return _UNKNOWN
    plain, ascii_only = _dumps(value, ascii_only=False), _dumps(value, ascii_only=True)
    blanks = len(json.dumps(value)) - len(ascii_only)
    return Lengths(len(plain), len(plain) + blanks, len(ascii_only), len(ascii_only) + blanks)


def _dumps(value: Any, *, ascii_only: bool) -> bytes:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=ascii_only).encode()


def _plus(a: Lengths, b: Lengths) -> Lengths:
    return Lengths(*map(sum, zip(a, b, strict=True)))


def _joined(sizes: Iterable[Lengths], colons: int = 0) -> Lengths:
    """Lengths of an array, or of an object with so many colons, made of values with these lengths."""
    each = list(sizes)
    commas = max(0, len(each) - 1)
    inner = [sum(column) for column in zip(*each, strict=True)] or [0, 0, 0, 0]
    blanks = (0, 1, 0, 1)
    return Lengths(*(n + 2 + (commas + colons) * (1 + blank) for n, blank in zip(inner, blanks, strict=True)))
