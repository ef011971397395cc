"""Gemini CLI chats (`~/.gemini/tmp/<hash>/chats/session-*.json`, later JSONL): messages and tokens, no system
or tools.

Every message of type `gemini` was one request. Its `tokens` count cached ones inside the input and thoughts
beside the output; of a turn in several chunks only the last usage was kept. The JSONL form opens with the
session, adds messages, says one again when it changed (same id), and sets fields with `$set`: it is put
together first. Without `tokens` the usage is unknown.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from importers.apis.shape import count, details, objects, text
from importers.calls import Call
from importers.formats import Exchanges, Format
from importers.notations.decoding import entries, outline
from importers.notations.times import seconds
from importers.reading import File
from importers.records import Exchange, Fidelity, Problem, Record
from importers.retold import telemetry
from importers.retold.chat_transcript import turns
from importers.retold.telemetry import Told
from pricing.usage import Usage


def read(file: File, exchanges: Exchanges) -> Iterator[Record]:
    """One exchange a message of the model."""
    session: dict[str, Any] = {}
    said: dict[str, dict[str, Any]] = {}
    for found in entries(file, "a chat session or a line of one"):
        if isinstance(found, Problem):
            yield found
        elif "type" in found[1] and "id" in found[1]:
            said[str(found[1]["id"])] = found[1]
        else:
            entry = found[1]
            session.update(details(entry, "$set") or entry)
            said.update((str(m.get("id") or len(said)), m) for m in objects(session, "messages"))
            session.pop("messages", None)
    yield from _exchanges(file, exchanges, session, list(said.values()))


def _exchanges(
    file: File, exchanges: Exchanges, session: Mapping[str, Any], said: list[dict[str, Any]]
) -> Iterator[Exchange | Problem]:
    told = [(message, kept) for kept in said for message in _messages(kept)]
    for turn in turns((message for message, _ in told), None):
        kept = told[turn.index][1]
        call = Call(
            source=file.name,
            fidelity=Fidelity.RECONSTRUCTED,
            ended_at=seconds(kept.get("timestamp")),
            id=text(kept, "id"),
            conversation=text(session, "sessionId"),
            builder="gemini-cli",
        )
        usage, total = _usage(details(kept, "tokens"))
        model = text(kept, "model")
        answer = Told(model=model, answer=turn.reply, usage=usage, total=total, provider="google")
        yield telemetry.read(exchanges, call, answer, turn.request)


def _messages(kept: Mapping[str, Any]) -> list[dict[str, Any]]:
    if kept.get("type") == "user":
        return [{"role": "user", "content": kept.get("content")}]
    if kept.get("type") != "gemini":
        return []  # notices of the client
    calls = objects(kept, "toolCalls")
    asked = [
        {"id": c.get("id"), "function": {"name": c.get("name"), "arguments": c.get("args")}} for c in calls
    ]
    reply = {"role": "assistant", "content": kept.get("content"), **({"tool_calls": asked} if calls else {})}
    results = [
        {"role": "tool", "tool_call_id": c.get("id"), "content": _result(c)} for c in calls if "result" in c
    ]
    return [reply, *results]


def _result(call: Mapping[str, Any]) -> list[Any]:
    answers = [details(details(part, "functionResponse"), "response") for part in objects(call, "result")]
    return [{"type": "text", "text": text(answer, "output", "error") or ""} for answer in answers]


def _usage(tokens: Mapping[str, Any]) -> tuple[Usage, int | None]:
    given, tool = count(tokens, "input"), count(tokens, "tool")
    said, thought = count(tokens, "output"), count(tokens, "thoughts")
    usage = Usage(
        input_tokens=None if given is None else given + (tool or 0),
        output_tokens=None if said is None else said + (thought or 0),
        cache_read_tokens=count(tokens, "cached"),
        reasoning_tokens=thought,
    )
    return usage, count(tokens, "total")


def sniff(head: bytes) -> float:
    """A session with the hash of its project."""
    return 1.0 if {"sessionId", "projectHash"} <= outline(head) else 0.0


FORMAT = Format("gemini_cli", sniff, read, untried=True)  # only on fixtures others made up
