from __future__ import annotations

import csv
import io
import json
from decimal import Decimal
from typing import Any

import pytest

from importers import registry
from importers.formats import langfuse
from importers.records import Exchange, Problem
from tests.importers.formats.conftest import RecordingExchanges, Write

ASKED = [{"role": "user", "content": "where?"}]


def generation(name: str, usage: dict[str, Any], parent: str | None = None, **more: Any) -> dict[str, Any]:
    return {
        "id": name,
        "traceId": "t",
        "type": "GENERATION",
        "parentObservationId": parent,
        "name": name,
        "startTime": "2025-11-30T10:53:20Z",
        "endTime": "2025-11-30T10:53:22Z",
        "model": "gpt-5",
        "modelParameters": {"temperature": 0},
        "input": ASKED,
        "output": {"role": "assistant", "content": "there"},
        "usageDetails": usage,
        "totalCost": 0.25,
        **more,
    }


def download(*observations: dict[str, Any]) -> dict[str, Any]:
    return {"trace": {"id": "t", "name": "run", "sessionId": "session"}, "observations": list(observations)}


def read(write: Write, exchanges: RecordingExchanges, content: Any) -> list[Any]:
    file = write(content if isinstance(content, str) else json.dumps(content, indent=1))
    assert registry.recognise(file) is langfuse.FORMAT
    return list(langfuse.read(file, exchanges))


def test_a_generation_is_a_call_and_a_span_is_none(write: Write, exchanges: RecordingExchanges) -> None:
    span = {**generation("s", {}), "type": "SPAN"}
    (exchange,) = read(
        write, exchanges, download(span, generation("g", {"input": 10, "output": 2, "total": 12}, "s"))
    )
    assert isinstance(exchange, Exchange)
    assert exchange.reply
    assert exchange.reply.reported_cost == Decimal("0.25")
    call = exchanges.calls[0]
    assert (call.conversation, call.builder, call.started_at, call.ended_at) == (
        "session",
        "run",
        1764500000,
        1764500002,
    )
    assert exchanges.body(0) == {"model": "gpt-5", "temperature": 0, "messages": ASKED}
    assert exchanges.answer(0)["choices"][0]["message"] == {"role": "assistant", "content": "there"}


@pytest.mark.parametrize(
    ("usage", "fresh", "read_", "written"),
    [
        ({"input": 10, "input_cached_tokens": 60, "output": 2, "total": 72}, 10, 60, None),
        ({"input": 70, "input_cached_tokens": 60, "output": 2, "total": 72}, 10, 60, None),
        (
            {"input": 10, "input_cache_creation_5m": 5, "input_cache_creation_1h": 6, "output": 2},
            10,
            None,
            11,
        ),
        ({"input": "10", "prompt_details.cache_read": "0", "output": "2"}, 10, 0, None),
        ({"promptTokens": 10, "completionTokens": 2}, 10, None, None),
    ],
    ids=["disjoint", "inclusive by total", "split writes", "numbers as text", "old names"],
)
def test_usage_under_free_keys(
    write: Write,
    exchanges: RecordingExchanges,
    usage: Any,
    fresh: int,
    read_: int | None,
    written: int | None,
) -> None:
    (exchange,) = read(write, exchanges, download(generation("g", usage)))
    found = exchange.reply.usage
    assert (found.input_tokens, found.cache_read_tokens, found.written) == (fresh, read_, written)


def test_a_generation_around_another_is_its_wrapper(write: Write, exchanges: RecordingExchanges) -> None:
    step = {**generation("step", {}, "outer"), "type": "SPAN"}
    content = download(generation("outer", {"input": 1}), step, generation("inner", {"input": 2}, "step"))
    found = read(write, exchanges, content)
    assert [call.id for call in exchanges.calls] == ["inner"]
    assert [p.kind for p in found if isinstance(p, Problem)] == ["enclosing-generation"]


def test_tools_listed_among_the_messages_are_tools(write: Write, exchanges: RecordingExchanges) -> None:
    definition = {"role": "tool", "content": {"type": "function", "function": {"name": "look"}}}
    read(write, exchanges, download(generation("g", {}, input=[*ASKED, definition])))
    assert exchanges.body(0)["tools"] == [{"type": "function", "function": {"name": "look"}}]
    assert exchanges.body(0)["messages"] == ASKED


def test_a_batch_export_in_csv(write: Write, exchanges: RecordingExchanges) -> None:
    row = generation("g", {"input": 10, "input_cached_tokens": 60, "output": 2, "total": 72})
    snake = {"".join(f"_{c.lower()}" if c.isupper() else c for c in key): held for key, held in row.items()}
    table = io.StringIO()
    writer = csv.DictWriter(table, list(snake))
    writer.writeheader()
    writer.writerow(
        {key: json.dumps(held) if isinstance(held, dict | list) else held for key, held in snake.items()}
    )
    (exchange,) = read(write, exchanges, table.getvalue())
    assert exchange.reply.usage.cache_read_tokens == 60
    assert exchange.reply.reported_cost == Decimal("0.25")
    assert exchanges.body(0)["messages"] == ASKED
    assert exchanges.calls[0].conversation == "t"


def test_observations_one_a_line(write: Write, exchanges: RecordingExchanges) -> None:
    rows = [json.dumps(generation("g", {"input": 1})), "{bad"]
    found = read(write, exchanges, "\n".join(rows))
    assert len(exchanges.calls) == 1
    assert [(p.line, p.kind) for p in found if isinstance(p, Problem)] == [(2, "cut-line")]
