"""cacheeconomics: traces of hashed segments with the usage of each request, and its record of what usage
means.

Segments are hashes with token counts: their text is gone, so nothing but the usage is claimed. Writes are not
split by lifetime; `ttl_requested` says only what was asked for. In the evidence record a call through LiteLLM
counts cached tokens inside the prompt and one through Anthropic's own client beside it, as their field names
tell.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from importers.apis.shape import details, objects, text
from importers.calls import Call
from importers.formats import Exchanges, Format
from importers.notations.decoding import encode, entries, outline
from importers.notations.times import seconds
from importers.reading import File
from importers.records import Fidelity, Problem, Record


def read(file: File, exchanges: Exchanges) -> Iterator[Record]:
    """One exchange a row, or a call of the evidence record."""
    for found in entries(file, "a row of a trace"):
        if isinstance(found, Problem):
            yield found
            continue
        line, entry = found
        if "calls" in entry:
            shared = {"model": entry.get("model")}
            yield from (
                exchanges.read(_call(file.name, line, {**shared, **row})) for row in objects(entry, "calls")
            )
        else:
            yield exchanges.read(_call(file.name, line, entry))


def _call(source: str, line: int | None, row: Mapping[str, Any]) -> Call:
    usage = details(row, "usage")
    answer = {"id": text(row, "request_id"), "model": text(row, "model"), "usage": usage}
    return Call(
        source=source,
        line=line,
        fidelity=Fidelity.USAGE_ONLY,
        status=row.get("status") if isinstance(row.get("status"), int) else None,
        response=encode(answer),
        started_at=seconds(row.get("sent_at") or row.get("at")),
        api="openai-chat" if "prompt_tokens" in usage else "anthropic-messages",
        id=text(row, "request_id"),
        conversation=text(row, "session", "path"),
        builder=text(row, "agent"),
    )


def sniff(head: bytes) -> float:
    """Rows of hashed segments, or the evidence record by its name."""
    found = outline(head)
    trace = {"request_id", "ttl_requested", "segments.cache_marked"} <= found
    return 1.0 if trace or "artifact=prompt-tokens-semantics" in found else 0.0


FORMAT = Format("cacheeconomics", sniff, read)
