from __future__ import annotations

import base64
import gzip
import json
from typing import Any

import pytest

from importers import registry
from importers.formats import cassettes
from importers.records import Fidelity, Problem
from tests.importers.formats.conftest import RecordingExchanges, Write

SENT = b'{"model": "m", "messages": []}'
GOT = b'{"id": "x"}'
PACKED = base64.b64encode(gzip.compress(GOT, mtime=0)).decode()
VCRPY = """\
interactions:
- request:
    {request}
    headers:
      Content-Type: [application/json]
    method: POST
    uri: https://api.anthropic.com/v1/messages
  response:
    {response}
    headers:
      content-encoding: [gzip]
      Date: ['Sun, 30 Nov 2025 10:53:20 GMT']
    status:
      code: 200
      message: OK
version: 1
"""


@pytest.mark.parametrize(
    ("request_", "response", "fidelity"),
    [
        (f"body: '{SENT.decode()}'", f"body: {{string: '{GOT.decode()}'}}", Fidelity.EXACT),
        (f"body: {{string: '{SENT.decode()}'}}", f"body: {{string: !!binary {PACKED}}}", Fidelity.EXACT),
        (
            f"body: !!binary {base64.b64encode(SENT).decode()}",
            f"body: {{string: !binary {PACKED}}}",
            Fidelity.EXACT,
        ),
        ("parsed_body: {model: m, messages: []}", "parsed_body: {id: x}", Fidelity.STRUCTURAL),
    ],
)
def test_a_vcrpy_body_in_each_of_its_forms(
    write: Write, exchanges: RecordingExchanges, request_: str, response: str, fidelity: Fidelity
) -> None:
    file = write(VCRPY.format(request=request_, response=response))
    assert registry.recognise(file) is cassettes.FORMAT
    list(cassettes.read(file, exchanges))
    (call,) = exchanges.calls
    assert (call.url, call.method, call.status) == ("https://api.anthropic.com/v1/messages", "POST", 200)
    assert json.loads(bytes(call.body)) == json.loads(SENT)  # type: ignore[arg-type]
    assert json.loads(call.response or b"") == json.loads(GOT)
    assert call.fidelity is fidelity
    assert call.first_byte_at == 1764500000


def test_a_ruby_cassette_runs_no_ruby(write: Write, exchanges: RecordingExchanges) -> None:
    text = f"""\
---
http_interactions:
- request:
    method: post
    uri: https://api.anthropic.com/v1/messages
    body: !ruby/hash:Body
      encoding: UTF-8
      string: '{SENT.decode()}'
  response:
    status: !ruby/object:Status
      code: 200
    body:
      encoding: ASCII-8BIT
      base64_string: {base64.b64encode(GOT).decode()}
  recorded_at: Sun, 30 Nov 2025 10:53:20 GMT
recorded_with: VCR 6.3.1
"""
    file = write(text)
    assert registry.recognise(file) is cassettes.FORMAT
    list(cassettes.read(file, exchanges))
    (call,) = exchanges.calls
    assert (call.method, call.body, call.response, call.status) == ("POST", SENT, GOT, 200)
    assert call.first_byte_at == 1764500000


def test_a_missing_body_is_none(write: Write, exchanges: RecordingExchanges) -> None:
    list(cassettes.read(write(VCRPY.format(request="body: null", response="body: {string: ''}")), exchanges))
    assert (exchanges.calls[0].body, exchanges.calls[0].response) == (b"", b"")


def definition(**fields: Any) -> dict[str, Any]:
    return {
        "scope": "https://api.x",
        "method": "POST",
        "path": "/v1",
        "status": 200,
        "response": {"id": "x"},
        **fields,
    }


@pytest.mark.parametrize(
    ("response", "expected"),
    [
        ({"id": "x"}, b'{"id":"x"}'),
        ("data: {}\n\n", b"data: {}\n\n"),
        ([gzip.compress(GOT, mtime=0).hex()[:40], gzip.compress(GOT, mtime=0).hex()[40:]], GOT),
        (None, None),
    ],
)
def test_a_nock_response_in_each_of_its_forms(
    write: Write, exchanges: RecordingExchanges, response: Any, expected: bytes | None
) -> None:
    file = write(json.dumps([definition(response=response)], indent=2))
    assert registry.recognise(file) is cassettes.NOCK
    list(cassettes.read_nock(file, exchanges))
    assert exchanges.calls[0].url == "https://api.x/v1"
    assert exchanges.calls[0].response == expected
    assert exchanges.calls[0].body == b""


def test_nock_may_keep_the_request(write: Write, exchanges: RecordingExchanges) -> None:
    list(cassettes.read_nock(write(json.dumps([definition(body={"model": "m"})])), exchanges))
    assert exchanges.calls[0].body == b'{"model":"m"}'


def test_a_damaged_body_costs_only_its_call(write: Write, exchanges: RecordingExchanges) -> None:
    broken = definition(response=["28b52ffd" + "ff" * 20])
    found = list(cassettes.read_nock(write(json.dumps([broken, definition()])), exchanges))
    assert [p.kind for p in found if isinstance(p, Problem)] == ["bad-archive"]
    assert len(exchanges.calls) == 1
