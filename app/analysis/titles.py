"""What a conversation is about, in one line: its title in the log, else what the user asked for first."""

from __future__ import annotations

from app.requests import Family, Request
from app.tokens import block_text
from importers.records import Kind

_LONGEST = 80  # characters


def title_of(family: Family, request: Request) -> str:
    """The title of a conversation that begins with `request`; empty where the log has neither."""
    if request.title:
        return _line(request.title)
    for segment in family.tail(request):
        if segment.section == "messages" and segment.role == "user" and segment.kind is Kind.TEXT:
            said = _line(block_text(family.text(segment.block), segment.kind))
            # Harnesses put reminders and file lists in tags in front of what the user says.
            if said and not said.startswith("<"):
                return said
    return ""


def _line(text: str) -> str:
    line = " ".join(text[: 8 * _LONGEST].split())
    return line if len(line) <= _LONGEST else f"{line[: _LONGEST - 1]}…"
