"""What the Claude CLI and its agent SDK exchange (`--output-format stream-json`): lines, or one recorded
document.

The rows are those of a transcript under other names: `session_id`, and `parent_tool_use_id` for what a
sub-agent says. Output tokens of the replies are placeholders of the stream; only the `result` row knows the
output and the cost of the whole run, which belong to no single exchange and are therefore left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from importers.apis.shape import details, objects, text
from importers.formats import Exchanges, Format
from importers.notations.decoding import encode, entries, outline
from importers.reading import File
from importers.records import Problem, Record
from importers.retold.claude_transcript import Row, records, row


def read(file: File, exchanges: Exchanges) -> Iterator[Record]:
    """One exchange a reply."""
    return records(file.name, exchanges, lambda: _rows(file), "claude-agent-sdk")


def _rows(file: File) -> Iterator[tuple[int, Row | Problem]]:
    init: Mapping[str, Any] = {}
    for number, found in enumerate(_messages(file), 1):
        if isinstance(found, Problem):
            yield found.line or number, found
            continue
        if found.get("subtype") == "init":
            init = found
        if found.get("type") in ("user", "assistant"):
            yield number, row(encode(_as_row(found, init)))


def _messages(file: File) -> Iterator[Mapping[str, Any] | Problem]:
    for found in entries(file, "a message of the Claude CLI"):
        if isinstance(found, Problem):
            yield found
        elif "messages" in found[1]:
            yield from (details(entry, "message") for entry in objects(found[1], "messages"))
        else:
            yield found[1]


def _as_row(found: Mapping[str, Any], init: Mapping[str, Any]) -> dict[str, Any]:
    agent = text(found, "parent_tool_use_id")
    return {
        "type": found.get("type"),
        "uuid": text(found, "uuid"),
        "sessionId": text(init, "session_id"),
        "agentId": agent,
        "isSidechain": agent is not None,
        "timestamp": text(found, "timestamp"),
        "cwd": text(init, "cwd"),
        "version": text(init, "claude_code_version"),
        "message": found.get("message"),
    }


def sniff(head: bytes) -> float:
    """The CLI's opening message, bare or in a recording of both directions."""
    found = outline(head)
    recorded = {"messages.direction", "messages.message.type"} <= found
    return 1.0 if recorded or {"type=system", "subtype=init", "session_id"} <= found else 0.0


FORMAT = Format("claude_agent_sdk", sniff, read)
