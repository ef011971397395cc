"""Rows of prompt-cache-bench: usage, cost and upstream of requests sent twice through two routers.

The usage object is the provider's (cached tokens inside the prompt); the cost stands in the row, and not
always in it. Both requests of a pair carry the same prompt, so a pair is a conversation; no text and no time
of day is kept.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from importers.apis.shape import details, text
from importers.calls import Call
from importers.formats import Exchanges, Format
from importers.notations.decoding import encode, entries, outline
from importers.reading import File
from importers.records import Fidelity, Problem, Record

_PAIR = ("sort", "provider", "group", "round")


def read(file: File, exchanges: Exchanges) -> Iterator[Record]:
    """One exchange a row."""
    for found in entries(file, "a row of the benchmark"):
        if isinstance(found, Problem):
            yield found
            continue
        line, row = found
        answer = {
            "id": text(row, "response_id"),
            "model": text(row, "response_model"),
            "provider": text(row, "provider_name"),
            "usage": {**details(row, "usage"), "cost": row.get("cost")},
        }
        exchange = exchanges.read(
            Call(
                source=file.name,
                line=line,
                fidelity=Fidelity.USAGE_ONLY,
                status=row.get("status") if isinstance(row.get("status"), int) else None,
                response=encode(answer),
                api="openai-chat",
                conversation="/".join(str(row.get(name)) for name in _PAIR),
            )
        )
        yield (
            exchange
            if isinstance(exchange, Problem)
            else replace(exchange, provider=text(row, "provider") or "")
        )


def sniff(head: bytes) -> float:
    """The benchmark's own columns."""
    return 1.0 if {"sort", "round", "provider_name", "response_model", "usage"} <= outline(head) else 0.0


FORMAT = Format("openrouter_bench", sniff, read)
