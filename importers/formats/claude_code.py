"""Claude Code transcripts (`~/.claude/projects/<folder>/<session>.jsonl`): exact usage, no system prompt or
tools.

Sub-agents write files of their own (`<session>/subagents/agent-<id>.jsonl`) under the same session id; older
versions put them between the others as sidechains. How rows become exchanges stands in `claude_transcript`.
"""

from __future__ import annotations

from collections.abc import Iterator

from importers.apis.json_text import UnreadableError
from importers.formats import Exchanges, Format
from importers.notations.decoding import broken, outline
from importers.reading import File
from importers.records import Problem, Record
from importers.retold.claude_transcript import Row, records, row


def read(file: File, exchanges: Exchanges) -> Iterator[Record]:
    """One exchange a reply, and an event for each compaction."""
    return records(file.name, exchanges, lambda: _rows(file), "claude-code")


def _rows(file: File) -> Iterator[tuple[int, Row | Problem]]:
    for line in file.lines():
        if data := line.data.strip(b"\0 \t\r"):
            try:
                yield line.number, row(data)
            except UnreadableError as error:
                yield line.number, broken(file.name, line, error, "a row of a transcript")


def sniff(head: bytes) -> float:
    """By a row's own names: a session, its place in the chain, and who speaks."""
    found = outline(head)
    speaks = {"type=user", "type=assistant", "type=summary"} & found
    return (
        1.0
        if speaks
        and ({"sessionId", "uuid"} <= found or {"parentUuid", "uuid"} <= found or "leafUuid" in found)
        else 0.0
    )


FORMAT = Format("claude_code", sniff, read)
