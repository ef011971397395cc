"""mitmproxy flow files (`mitmdump -w`): exact bytes of both bodies, as they went over the wire.

A file is a run of flows, each with the version of its notation (10 to 21 were seen). Only the parts that all
of them share are read: `request` and `response` with `content`, `headers` and times. Bodies carry their
content coding. WebSocket and TCP flows hold no request body.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from importers.apis.json_text import UnreadableError
from importers.apis.shape import details
from importers.calls import Call
from importers.formats import Exchanges, Format
from importers.notations import compression
from importers.notations.http_forms import headers
from importers.notations.times import seconds
from importers.notations.tnetstrings import values
from importers.reading import File
from importers.records import Fidelity, Problem, Record

_START = re.compile(rb"\d{1,9}:\d{1,9}:[a-z_]+[,;]")


def read(file: File, exchanges: Exchanges) -> Iterator[Record]:
    """One record a flow."""
    for number, flow in enumerate(values(file.open()), 1):
        try:
            yield exchanges.read(_call(file.name, flow))
        except UnreadableError as error:
            yield Problem(source=file.name, line=None, kind=error.kind, reason=f"flow {number}: {error}")


def _call(source: str, flow: Any) -> Call:
    request = details(flow, "request") if isinstance(flow, dict) else {}
    if not request:
        raise UnreadableError("not-a-model-call", "no HTTP request in it")
    response = details(flow, "response")
    sent, got = headers(request.get("headers")), headers(response.get("headers"))
    return Call(
        source=source,
        url=_url(request, sent),
        method=_plain(request.get("method")),
        headers=sent,
        body=compression.body(_content(request), sent.get("content-encoding", "")),
        fidelity=Fidelity.EXACT,
        status=response.get("status_code") if isinstance(response.get("status_code"), int) else None,
        response_headers=got,
        response=compression.body(_content(response), got.get("content-encoding", "")) or None,
        started_at=seconds(request.get("timestamp_start")),
        first_byte_at=seconds(response.get("timestamp_start")),
        ended_at=seconds(response.get("timestamp_end")),
        id=flow.get("id") if isinstance(flow.get("id"), str) else None,
    )


def _url(request: Any, sent: dict[str, str]) -> str:
    """With the host the client asked for: a transparent proxy knows the server by address only."""
    host = (
        _plain(request.get("authority"))
        or sent.get(":authority")
        or sent.get("host")
        or _plain(request.get("host"))
    )
    return f"{_plain(request.get('scheme')) or 'https'}://{host}{_plain(request.get('path'))}"


def _content(message: Any) -> bytes:
    content = message.get("content")
    return content if isinstance(content, bytes) else b""


def _plain(content: Any) -> str:
    return content.decode("utf-8", "replace") if isinstance(content, bytes) else str(content or "")


def sniff(head: bytes) -> float:
    """A run of netstrings that starts with a mapping's first key."""
    return 1.0 if _START.match(head) else 0.0


FORMAT = Format("mitmproxy", sniff, read)
