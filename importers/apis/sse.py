"""Event streams (`text/event-stream`) as they lie in logs: any line ending, comments, pings, and cut
anywhere.

A last event without its closing blank line is still given out: whether it is whole shows when its JSON is
read.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

import orjson


def events(stream: bytes) -> Iterator[tuple[str, bytes]]:
    """Name (`""` where not given) and data of each event."""
    name, data = "", []
    for line in [*stream.splitlines(), b""]:
        field, _, value = line.partition(b":")
        value = value.removeprefix(b" ")
        if field == b"event":
            name = value.decode("utf-8", "replace")
        elif field == b"data":
            data.append(value)
        elif not line:
            if data:
                yield name, b"\n".join(data)
            name, data = "", []


def payloads(stream: bytes) -> Iterator[tuple[str, dict[str, Any]]]:
    """Name and JSON object of each event; one that holds no whole object is left out."""
    for name, data in events(stream):
        try:
            payload = _loads(data)
        except ValueError:
            continue
        if isinstance(payload, dict):
            yield name, payload


def _loads(data: bytes) -> Any:
    try:
        return orjson.loads(data)
    except orjson.JSONDecodeError:
        return json.loads(data)  # takes half a surrogate pair, which a stream may split over two events


def joined(parts: Iterable[str]) -> str:
    """The text streamed in `parts`; split surrogate pairs are whole again, lone halves become U+FFFD."""
    return "".join(parts).encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def is_json(response: bytes) -> bool:
    """Whether a response body is JSON rather than an event stream."""
    return response.lstrip()[:1] in (b"{", b"[")
