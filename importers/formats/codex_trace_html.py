"""codex-trace reports: an HTML page whose last comment holds one JSON object a line.

Each object is a node of the page; its `[raw json]` child is the request's body, or the `response.completed`
event. Only the first body is whole: a later one tells what changed, `input+` for items appended, `-name` for
a field gone and `*name` for changes inside a field. The bodies are put together again in the order the writer
kept, which nothing in the file confirms: structural. Labels hold the time of day; the date is that of the
response.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from importers.apis.json_text import UnreadableError
from importers.apis.shape import details, objects, text
from importers.calls import Call
from importers.formats import Exchanges, Format
from importers.kept_prompts import ANSWER
from importers.notations.decoding import encode, value
from importers.notations.times import seconds
from importers.reading import File
from importers.records import Fidelity, Problem, Record

_LABEL = re.compile(r"\[([01]\d|2[0-3]):([0-5]\d):([0-5]\d)\] (.+)")


def read(file: File, exchanges: Exchanges) -> Iterator[Record]:
    """One exchange a request; its response is the node after it."""
    body: dict[str, Any] = {}
    asked: tuple[int, str] | None = None  # line and label of the request that waits for its response
    for line, node in _nodes(file):
        if isinstance(node, Problem):
            yield node
            continue
        label, raw = text(node, "label") or "", _raw(node)
        if "POST" in label:
            if asked:
                yield exchanges.read(_call(file.name, asked, body, {}))
            body, asked = changed({} if "model" in raw else body, raw), (line, label)
        elif asked and "response" in raw:
            yield exchanges.read(_call(file.name, asked, body, details(raw, "response")))
            asked = None
    if asked:
        yield exchanges.read(_call(file.name, asked, body, {}))


def changed(body: Mapping[str, Any], delta: Mapping[str, Any]) -> dict[str, Any]:
    """A body after the changes that a report tells, keys in the order they had."""
    after = dict(body)
    for key, change in delta.items():
        if key.startswith("-"):
            after.pop(key[1:], None)
        elif key.startswith("*") and isinstance(change, dict):
            after[key[1:]] = changed(details(after, key[1:]), change)
        elif key.endswith("+") and isinstance(change, list):
            after[key[:-1]] = [*(after.get(key[:-1]) or ()), *change]
        else:
            after[key.removeprefix("+")] = change
    return after


def _nodes(file: File) -> Iterator[tuple[int, Any]]:
    page = file.document()
    start = page.rfind(b"<!--")
    number = page.count(b"\n", 0, start) + 1
    for line in page[start + 4 :].replace(b"-->", b"").split(b"\n"):
        if line.strip():
            try:
                yield number, value(line)
            except UnreadableError as error:
                yield number, Problem(source=file.name, line=number, kind=error.kind, reason=str(error))
        number += 1


def _raw(node: Any) -> Mapping[str, Any]:
    children = objects(node, "content") if isinstance(node, dict) else []
    return next((details(child, "content") for child in children if text(child, "label") == "[raw json]"), {})


def _call(source: str, asked: tuple[int, str], body: dict[str, Any], response: Mapping[str, Any]) -> Call:
    line, label = asked
    return Call(
        source=source,
        line=line,
        body=encode({key: value for key, value in body.items() if key != ANSWER}),  # they are whole here
        fidelity=Fidelity.STRUCTURAL,
        response=encode(response) if response else None,
        started_at=_moment(label, response.get("created_at")),
        api="openai-responses",
    )


def _moment(label: str, near: Any) -> float | None:
    """The time of day in a label on the day that brings it closest to a known moment, whatever the writer's
    zone."""
    found = _LABEL.match(label)
    at = seconds(near)
    if not found or at is None:
        return None
    hours, minutes, secs = (int(part) for part in found.groups()[:3])
    answered = datetime.fromtimestamp(at, UTC)
    stated = answered.replace(hour=hours, minute=minutes, second=secs, microsecond=0)
    quarters = round((answered - stated) / timedelta(minutes=15))  # zones lie whole quarters of an hour apart
    return (stated + quarters * timedelta(minutes=15)).timestamp()


def sniff(head: bytes) -> float:
    """An HTML page with the report's own marks in its script."""
    start = head[:512].lstrip().lower()
    marks = b"value?.RENDER" in head or b'"RENDER": true' in head or b'"RENDER":true' in head
    return 1.0 if start.startswith((b"<html", b"<!doctype html")) and marks else 0.0


FORMAT = Format("codex_trace_html", sniff, read)
