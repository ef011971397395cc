"""Cassettes of test suites: vcrpy and Ruby VCR (YAML), nock (JSON).

vcrpy and VCR keep the body as the string that was sent, so it is exact. Two recorders lower that:
pydantic-ai's writes `parsed_body` with sorted keys (structural), and some scrub bodies, which then fall far
short of Content-Length (the reader of exchanges sees that). nock often leaves the request body out: the
reply's usage is all there is. vcrpy notes no times; the response's Date header is the moment the answer
began. Calls stand in file order.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from importers.apis.json_text import UnreadableError
from importers.apis.shape import details, objects, text
from importers.calls import Call
from importers.formats import Exchanges, Format
from importers.notations import compression, yaml_documents
from importers.notations.decoding import encode, outline, value
from importers.notations.http_forms import headers
from importers.notations.times import seconds
from importers.reading import File
from importers.records import Fidelity, Problem, Record

_RECORDINGS = re.compile(rb"^(?:http_)?interactions:", re.MULTILINE)
_BODY_LINE = re.compile(rb"^\s+(?:body|uri):", re.MULTILINE)


def read(file: File, exchanges: Exchanges) -> Iterator[Record]:
    """One record an interaction, in file order."""
    content = yaml_documents.document(file)
    if not isinstance(content, dict):
        raise UnreadableError("bad-yaml", "a cassette is a mapping with interactions")
    interactions = [*objects(content, "interactions"), *objects(content, "http_interactions")]
    yield from _records(file, exchanges, interactions, _call)


def read_nock(file: File, exchanges: Exchanges) -> Iterator[Record]:
    """One record a nock definition, in file order."""
    found = value(file.document())
    definitions = [entry for entry in found if isinstance(entry, dict)] if isinstance(found, list) else []
    yield from _records(file, exchanges, definitions, _nock)


def _records(
    file: File, exchanges: Exchanges, entries: list[dict[str, Any]], call: Callable[[str, Any], Call]
) -> Iterator[Record]:
    for number, entry in enumerate(entries, 1):
        try:
            yield exchanges.read(call(file.name, entry))
        except UnreadableError as error:
            reason = f"interaction {number}: {error}"
            yield Problem(source=file.name, line=None, kind=error.kind, reason=reason)


def _call(source: str, entry: Any) -> Call:
    request, response = details(entry, "request"), details(entry, "response")
    sent, got = headers(request.get("headers")), headers(response.get("headers"))
    status = response.get("status")
    code = details(response, "status").get("code") if isinstance(status, dict) else status
    body = _body(request, sent)
    return Call(
        source=source,
        url=text(request, "uri", "url") or "",
        method=(text(request, "method") or "").upper(),
        headers=sent,
        body=body or b"",
        fidelity=Fidelity.STRUCTURAL if "parsed_body" in request else Fidelity.EXACT,
        status=code if isinstance(code, int) else None,
        response_headers=got,
        response=_body(response, got),
        first_byte_at=seconds(entry.get("recorded_at") or got.get("date")),
    )


def _body(message: Any, stated: dict[str, str]) -> bytes | None:
    """A body in any of its forms: parsed, text, bytes, or a mapping around one of these."""
    if "parsed_body" in message:
        return encode(message["parsed_body"])
    body = message.get("body")
    if isinstance(body, dict):
        packed = body.get("base64_string")
        body = yaml_documents.unpacked(packed) if packed else body.get("string")
    if body is None:
        return None
    data = body if isinstance(body, bytes) else str(body).encode("utf-8", "replace")
    return compression.body(data, stated.get("content-encoding", ""))


def _nock(source: str, entry: Any) -> Call:
    body, response = entry.get("body"), entry.get("response")
    return Call(
        source=source,
        url=f"{entry.get('scope') or ''}{entry.get('path') or ''}",
        method=text(entry, "method") or "",
        headers=headers(entry.get("reqheaders")),
        body=encode(body) if isinstance(body, dict) else str(body or "").encode(),
        fidelity=Fidelity.STRUCTURAL,
        status=entry.get("status") if isinstance(entry.get("status"), int) else None,
        response_headers=headers(entry.get("rawHeaders") or entry.get("headers")),
        response=_nock_response(response),
    )


def _nock_response(response: Any) -> bytes | None:
    """An object, text, or what nock could not show: pieces in hexadecimal."""
    if isinstance(response, list) and all(isinstance(piece, str) for piece in response):
        return compression.body(_from_hex("".join(response)), "")
    return response.encode() if isinstance(response, str) else encode(response) if response else None


def _from_hex(digits: str) -> bytes:
    try:
        return bytes.fromhex(digits)
    except ValueError as error:
        raise UnreadableError("bad-hex", "a response in pieces that are not hexadecimal") from error


def sniff(head: bytes) -> float:
    """`interactions:` at a line's start, and a body below it."""
    return 1.0 if _RECORDINGS.search(head) and _BODY_LINE.search(head) else 0.0


def sniff_nock(head: bytes) -> float:
    """A list of definitions: scope, method, path, status."""
    return 1.0 if {"scope", "method", "path", "status", "response"} <= outline(head) else 0.0


FORMAT = Format("cassettes", sniff, read)
NOCK = Format("nock", sniff_nock, read_nock)
