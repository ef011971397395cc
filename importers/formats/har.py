"""HTTP archives (HAR 1.2) as browsers and proxies save them, and the same tree in YAML as Polly.JS records
it.

The body is the exact text that was sent, after content codings. Traps: the response may be base64, sometimes
only by claim; some tools pack the request the same way; a proxy that streams a response through leaves it
empty, so the request is known and its usage is not. Polly splits a packed response into a JSON list of base64
pieces, and may keep a request only as parsed `textJSON`. An archive is read entry by entry, in constant
memory.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from importers.apis.json_text import UnreadableError
from importers.apis.shape import details, objects, text
from importers.calls import Call
from importers.formats import Exchanges, Format
from importers.notations import compression, yaml_documents
from importers.notations.decoding import encode, outline, stream, value
from importers.notations.http_forms import from_base64, headers
from importers.notations.times import seconds
from importers.reading import File
from importers.records import Fidelity, Problem, Record

_YAML = re.compile(rb"^log:\s*$", re.MULTILINE)


def read(file: File, exchanges: Exchanges) -> Iterator[Record]:
    """One record an entry; browsers' own traffic comes out as problems."""
    entries = _yaml_entries(file) if _is_yaml(file.head) else stream(file, "log.entries.item")
    for entry in entries:
        try:
            yield exchanges.read(_call(file.name, entry))
        except UnreadableError as error:
            yield Problem(source=file.name, line=None, kind=error.kind, reason=f"{_place(entry)}: {error}")


def _yaml_entries(file: File) -> Iterator[Any]:
    content = yaml_documents.document(file)
    yield from objects(details(content, "log"), "entries")


def _call(source: str, entry: Any) -> Call:
    if not isinstance(entry, dict):
        raise UnreadableError("bad-entry", "not an object")
    request, response = details(entry, "request"), details(entry, "response")
    post, content = details(request, "postData"), details(response, "content")
    answered = headers(response.get("headers"))
    started, took = seconds(entry.get("startedDateTime")), entry.get("time")
    body, fidelity = _request_body(post)
    return Call(
        source=source,
        url=text(request, "url") or "",
        method=text(request, "method") or "",
        headers=headers(request.get("headers")),
        body=body,
        fidelity=fidelity,
        status=response.get("status") if isinstance(response.get("status"), int) else None,
        response_headers=answered,
        response=_response_body(content, answered.get("content-encoding", "")),
        started_at=started,
        ended_at=started + took / 1000 if started and isinstance(took, int | float) and took >= 0 else None,
    )


def _request_body(post: Any) -> tuple[bytes, Fidelity]:
    sent = text(post, "text")
    if sent is None:
        return (
            (encode(post["textJSON"]), Fidelity.STRUCTURAL)
            if "textJSON" in post
            else (b"", Fidelity.USAGE_ONLY)
        )
    packed = from_base64(sent) if post.get("encoding") == "base64" else None
    return (sent.encode("utf-8", "replace") if packed is None else packed), Fidelity.EXACT


def _response_body(content: Any, encoding: str) -> bytes | None:
    got = text(content, "text")
    if not got:
        return None
    if content.get("encoding") != "base64":
        return got.encode("utf-8", "replace")
    pieces = value(got.encode()) if got.startswith("[") else [got]
    packed = [from_base64(piece) for piece in pieces if isinstance(piece, str)]
    if not all(packed):
        return got.encode("utf-8", "replace")
    return compression.body(b"".join(piece or b"" for piece in packed), encoding)


def _place(entry: Any) -> str:
    return f"entry {text(entry, 'startedDateTime', '_id') or '?'}" if isinstance(entry, dict) else "an entry"


def _is_yaml(head: bytes) -> bool:
    return bool(_YAML.search(head[:4096])) and not head.lstrip().startswith(b"{")


def sniff(head: bytes) -> float:
    """By `log.entries` and what stands around it."""
    if _is_yaml(head):
        return 1.0 if b"_recordingName:" in head or b"entries:" in head else 0.0
    found = outline(head)
    return 1.0 if "log.entries" in found or {"log.creator", "log.version"} <= found else 0.0


FORMAT = Format("har", sniff, read)
