"""LangSmith runs: batches of `{"post": [...], "patch": [...]}`, or runs as the client lists them.

A post opens a run and a patch closes it: joined by id, or by the trace where a patch has none. Only runs of
type `llm` are calls. A wrapped client's inputs are the request's own arguments and its outputs the response;
LangChain's are messages and generations. `usage_metadata` counts cached tokens inside the input since March
2026 and beside it before that for Anthropic: the total decides.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from importers.apis.shape import details, objects, text
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

_NOT_PARAMS = {"messages", "model", "tools", "extra_headers", "extra_query", "extra_body"}

_UNSET: tuple[Any, ...] = (None, {}, [])  # what a patch repeats without saying anything

Run = dict[str, Any]


def read(file: File, exchanges: Exchanges) -> Iterator[Record]:
    """One exchange a run of type `llm`; the others are counted in one problem."""
    runs: dict[str, tuple[int | None, Run]] = {}
    for found in entries(file, "a batch of runs or a run"):
        if isinstance(found, Problem):
            yield found
            continue
        line, entry = found
        for run in _runs(entry):
            name = text(run, "id", "trace_id") or str(len(runs))
            earlier = runs[name][1] if name in runs else {}
            runs[name] = line, {**earlier, **{key: held for key, held in run.items() if held not in _UNSET}}
    others: Counter[str] = Counter()
    for line, run in runs.values():
        if text(run, "run_type") == "llm":
            yield telemetry.read(exchanges, _call(file.name, line, run), _told(run))
        else:
            others[text(run, "run_type") or "?"] += 1
    if others:
        reason = f"runs that are no model calls: {others.total()}, of type {', '.join(sorted(others))}"
        yield Problem(source=file.name, line=None, kind="not-a-model-call", reason=reason)


def _runs(entry: Run) -> list[Run]:
    if "post" in entry or "patch" in entry:
        return [*objects(entry, "post"), *objects(entry, "patch")]
    return objects(entry, "runs") if "runs" in entry else [entry]


def _call(source: str, line: int | None, run: Run) -> Call:
    metadata = details(details(run, "extra"), "metadata")
    thread = text(metadata, "thread_id", "session_id", "conversation_id")
    return Call(
        source=source,
        line=line,
        fidelity=Fidelity.STRUCTURAL,
        started_at=seconds(run.get("start_time")),
        ended_at=seconds(run.get("end_time")),
        id=text(run, "id"),
        conversation=thread or text(run, "trace_id"),
        project=text(run, "session_name"),
    )


def _told(run: Run) -> Told:
    inputs, outputs = details(run, "inputs"), details(run, "outputs")
    metadata = details(details(run, "extra"), "metadata")
    invocation = details(details(run, "extra"), "invocation_params")
    usage, total = _usage(_usage_of(outputs))
    answer = _answer(outputs)
    return Told(
        model=text(inputs, "model", "model_name") or text(metadata, "ls_model_name"),
        messages=chat_form.messages(inputs),
        tools=chat_form.tools(inputs.get("tools") or invocation.get("tools")),
        params={key: held for key, held in inputs.items() if key not in _NOT_PARAMS},
        answer=answer,
        response_id=text(outputs, "id"),
        response_model=text(outputs, "model"),
        usage=usage,
        total=total,
        provider=text(metadata, "ls_provider"),
    )


def _answer(outputs: Mapping[str, Any]) -> dict[str, Any] | None:
    choices = objects(outputs, "choices")
    if choices:
        return dict(details(choices[0], "message")) or None
    generation = _generation(outputs)
    found = chat_form.messages([generation.get("message") or generation] if generation else outputs)
    return {**found[-1], "role": "assistant"} if found else None


def _generation(outputs: Mapping[str, Any]) -> Mapping[str, Any]:
    """LangChain nests: generations of prompts of candidates."""
    found = outputs.get("generations")
    while isinstance(found, list) and found:
        found = found[0]
    return found if isinstance(found, dict) else {}


def _usage_of(outputs: Mapping[str, Any]) -> Mapping[str, Any]:
    message = details(_generation(outputs), "message")
    kept = details(message, "kwargs") or message
    return details(outputs, "usage_metadata") or details(kept, "usage_metadata") or details(outputs, "usage")


def _usage(held: Mapping[str, Any]) -> tuple[Usage, int | None]:
    inside = details(held, "input_token_details", "prompt_tokens_details")
    outside = details(held, "output_token_details", "completion_tokens_details")
    short, hour = tokens(inside, "ephemeral_5m_input_tokens"), tokens(inside, "ephemeral_1h_input_tokens")
    split = bool(short or hour)
    usage = Usage(
        input_tokens=tokens(held, "input_tokens", "prompt_tokens"),
        output_tokens=tokens(held, "output_tokens", "completion_tokens"),
        cache_read_tokens=tokens(inside, "cache_read", "cached_tokens"),
        cache_write_5m_tokens=short if split else None,
        cache_write_1h_tokens=hour if split else None,
        cache_write_unsplit_tokens=None if split else tokens(inside, "cache_creation"),
        reasoning_tokens=tokens(outside, "reasoning", "reasoning_tokens"),
    )
    return usage, tokens(held, "total_tokens")


def sniff(head: bytes) -> float:
    """Runs by their type and order, bare or in a batch."""
    found = outline(head)
    places = ("", "post.", "patch.", "runs.")
    told = any({f"{p}run_type", f"{p}trace_id"} <= found or f"{p}dotted_order" in found for p in places)
    return 1.0 if told else 0.0


FORMAT = Format("langsmith", sniff, read)
