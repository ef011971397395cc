from __future__ import annotations

import gzip
from typing import Any

import brotli
import pytest

from importers import registry
from importers.formats import mitmproxy
from importers.records import Fidelity, Problem
from tests.importers.formats.conftest import RecordingExchanges, Write
from tests.importers.notations.test_tnetstrings import written

SENT = b'{"model": "m", "messages": []}'
GOT = b'{"id": "x"}'


def flow(encoding: bytes = b"", packed: bytes = GOT, **request: Any) -> dict[str, Any]:
    return {
        "websocket": None,
        "response": {
            "status_code": 200,
            "content": packed,
            "headers": [[b"Content-Encoding", encoding]],
            "timestamp_start": 1764500001.0,
            "timestamp_end": 1764500002.0,
        },
        "request": {
            "scheme": b"https",
            "host": "192.0.2.1",
            "path": b"/v1/messages",
            "method": b"POST",
            "authority": b"",
            "headers": [[b"Host", b"api.anthropic.com"], [b"X-Api-Key", b"k"]],
            "content": SENT,
            "timestamp_start": 1764500000.0,
            **request,
        },
        "id": "flow-1",
        "type": "http",
        "version": 20,
    }


def test_a_flow_is_a_call_with_exact_bytes(write: Write, exchanges: RecordingExchanges) -> None:
    file = write(written(flow()))
    assert registry.recognise(file) is mitmproxy.FORMAT
    list(mitmproxy.read(file, exchanges))
    (call,) = exchanges.calls
    assert (call.url, call.method, call.status, call.id) == (
        "https://api.anthropic.com/v1/messages",
        "POST",
        200,
        "flow-1",
    )
    assert (call.body, call.fidelity, call.response) == (SENT, Fidelity.EXACT, GOT)
    assert (call.started_at, call.first_byte_at, call.ended_at) == (1764500000, 1764500001, 1764500002)
    assert call.headers["x-api-key"] == "k"


@pytest.mark.parametrize(("encoding", "pack"), [(b"gzip", gzip.compress), (b"br", brotli.compress)])
def test_bodies_are_unpacked(write: Write, exchanges: RecordingExchanges, encoding: bytes, pack: Any) -> None:
    packed = flow(encoding, pack(GOT), content=pack(SENT), headers=[[b"Content-Encoding", encoding]])
    list(mitmproxy.read(write(written(packed)), exchanges))
    assert (exchanges.calls[0].body, exchanges.calls[0].response) == (SENT, GOT)


def test_a_flow_without_answer_or_request_does_no_harm(write: Write, exchanges: RecordingExchanges) -> None:
    unanswered = {**flow(), "response": None}
    other = {"websocket": None, "type": "tcp", "version": 20}
    found = list(mitmproxy.read(write(written(unanswered) + written(other) + written(flow())), exchanges))
    assert [call.status for call in exchanges.calls] == [None, 200]
    assert [p.reason for p in found if isinstance(p, Problem)] == ["flow 2: no HTTP request in it"]


def test_a_cut_file_gives_what_it_holds(write: Write, exchanges: RecordingExchanges) -> None:
    data = written(flow())
    found = list(registry.read(write(data + data[:-30]), exchanges, mitmproxy.FORMAT))
    assert len(exchanges.calls) == 1
    assert [p.kind for p in found if isinstance(p, Problem)] == ["cut-flow"]
