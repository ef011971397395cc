"""Langfuse downloads: a trace with its observations, and exports of observations as JSON, JSONL or CSV.

Only an observation of type GENERATION is a call. Where one encloses another, only the inner one reached a
provider: the outer is its wrapper's summary, so it is left out and told. `usageDetails` has free keys; its
buckets should be disjoint but often are not, so the `total` decides. Cells of a CSV, and sometimes fields,
are JSON in a string. A generation without cache buckets and with an implausibly small input lost them on the
way: it is kept as it is.
"""

from __future__ import annotations

import codecs
import csv
from collections.abc import Iterator, Mapping
from typing import Any

from importers.apis.shape import details, objects, text
from importers.apis.usage_semantics import EXCLUSIVE
from importers.calls import Call
from importers.formats import Exchanges, Format
from importers.notations import chat_form
from importers.notations.decoding import entries, outline
from importers.notations.times import seconds
from importers.reading import File
from importers.records import Fidelity, Problem, Record
from importers.retold import telemetry
from importers.retold.telemetry import Told, tokens
from pricing.usage import Usage

_READ = (
    "input_cached_tokens",
    "input_cache_read",
    "cache_read_input_tokens",
    "prompt_details.cache_read",
    "cache_read",
    "cached_tokens",
)
_WRITTEN = ("input_cache_creation", "cache_creation_input_tokens", "input_cache_write", "cache_write")
_REASONING = ("output_reasoning", "output_reasoning_tokens", "completion_details.reasoning", "reasoning")
_CELL = 64 << 20  # characters of one CSV cell

Row = dict[str, Any]


def read(file: File, exchanges: Exchanges) -> Iterator[Record]:
    """One exchange an innermost generation."""
    rows: list[tuple[int | None, Row, Row]] = []  # line, observation, trace
    for found in _csv(file) if _is_csv(file.head) else entries(file, "a Langfuse trace or observation"):
        if isinstance(found, Problem):
            yield found
        else:
            line, entry = found
            rows += [(line, _camel(row), _trace(entry)) for row in _observations(entry)]
    outer = _enclosing([row for _, row, _ in rows])
    for line, row, trace in rows:
        if row.get("type") == "GENERATION" and text(row, "id") in outer:
            reason = f"{text(row, 'name') or 'a generation'} holds another generation, which is the call"
            yield Problem(source=file.name, line=line, kind="enclosing-generation", reason=reason)
        elif row.get("type") == "GENERATION":
            yield telemetry.read(exchanges, _call(file.name, line, row, trace), _told(row))


def _trace(entry: Row) -> Row:
    return dict(details(entry, "trace"))


def _observations(entry: Row) -> list[Row]:
    return objects(entry, "observations") if "observations" in entry else [entry]


def _enclosing(rows: list[Row]) -> set[str | None]:
    """Ids of all observations above a generation."""
    parents = {text(row, "id"): text(row, "parentObservationId") for row in rows}
    found: set[str | None] = set()
    for row in rows:
        above = text(row, "parentObservationId") if row.get("type") == "GENERATION" else None
        while above and above not in found:
            found.add(above)
            above = parents.get(above)
    return found


def _call(source: str, line: int | None, row: Row, trace: Row) -> Call:
    metadata = chat_form.unpacked(row.get("metadata"))
    session = text(row, "sessionId") or text(trace, "sessionId")
    thread = text(metadata, "thread_id", "session_id") if isinstance(metadata, dict) else None
    return Call(
        source=source,
        line=line,
        fidelity=Fidelity.STRUCTURAL,
        started_at=seconds(row.get("startTime")),
        first_byte_at=seconds(row.get("completionStartTime")),
        ended_at=seconds(row.get("endTime")),
        id=text(row, "id"),
        conversation=session or thread or text(row, "traceId"),
        builder=text(trace, "name"),
    )


def _told(row: Row) -> Told:
    held = chat_form.unpacked(row.get("usageDetails") or row.get("usage"))
    usage, total = _usage(held if isinstance(held, dict) else {})
    prompt = chat_form.messages(row.get("input"))
    answers = chat_form.messages(row.get("output"))
    params = chat_form.unpacked(row.get("modelParameters"))
    return Told(
        model=text(row, "model", "providedModelName"),
        messages=[message for message in prompt if not _is_definition(message)],
        tools=[tool for m in prompt if _is_definition(m) and (tool := chat_form.tool(m["content"]))]
        or _tools(row),
        params=params if isinstance(params, dict) else {},
        answer={**answers[0], "role": "assistant"} if answers else None,
        usage=usage,
        total=total,
        rule=EXCLUSIVE,
        cost=telemetry.money(row.get("totalCost")),
    )


def _is_definition(message: Mapping[str, Any]) -> bool:
    """LangChain's tracer lists the tools among the messages."""
    return message.get("role") == "tool" and isinstance(message.get("content"), dict)


def _tools(row: Row) -> list[dict[str, Any]]:
    metadata = chat_form.unpacked(row.get("metadata"))
    return chat_form.tools(
        row.get("toolDefinitions") or (metadata.get("tools") if isinstance(metadata, dict) else None)
    )


def _usage(held: Mapping[str, Any]) -> tuple[Usage, int | None]:
    short, hour = tokens(held, "input_cache_creation_5m"), tokens(held, "input_cache_creation_1h")
    split = short is not None or hour is not None
    usage = Usage(
        input_tokens=tokens(held, "input", "prompt_tokens", "promptTokens", "input_tokens"),
        output_tokens=tokens(held, "output", "completion_tokens", "completionTokens", "output_tokens"),
        cache_read_tokens=tokens(held, *_READ),
        cache_write_5m_tokens=short,
        cache_write_1h_tokens=hour,
        cache_write_unsplit_tokens=None if split else tokens(held, *_WRITTEN),
        reasoning_tokens=tokens(held, *_REASONING),
    )
    return usage, tokens(held, "total", "total_tokens", "totalTokens")


def _csv(file: File) -> Iterator[tuple[int | None, Row]]:
    csv.field_size_limit(_CELL)
    table = csv.DictReader(codecs.iterdecode(file.open(), "utf-8", "replace"))
    for row in table:
        yield table.line_num, {name: _cell(held) for name, held in row.items() if name}


def _cell(held: Any) -> Any:
    return chat_form.unpacked(held) if held else None


def _camel(row: Row) -> Row:
    """Exports of the database spell `parent_observation_id` what the API spells `parentObservationId`."""
    return {first + "".join(part.title() for part in rest): held for (first, *rest), held in _split(row)}


def _split(row: Row) -> Iterator[tuple[list[str], Any]]:
    return ((key.split("_"), held) for key, held in row.items())


def _is_csv(head: bytes) -> bool:
    first = head.partition(b"\n")[0]
    return first.count(b",") > 3 and b"{" not in first


def sniff(head: bytes) -> float:
    """Observations: type, trace, usage and cost under Langfuse's names; or the header of a CSV with them."""
    if _is_csv(head):
        first = head.partition(b"\n")[0].lower().replace(b"_", b"")
        return 1.0 if b"traceid" in first and b"usagedetails" in first else 0.0
    found = outline(head)
    if {"trace", "observations"} <= found:
        return 1.0
    return 1.0 if {"type=GENERATION"} <= found and ({"traceId", "trace_id"} & found) else 0.0


FORMAT = Format("langfuse", sniff, read)
