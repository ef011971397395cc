"""A record leaves the importers without a secret, wherever the log had put it.

Prompts and replies are redacted piece by piece while they are read. What else a log tells goes straight into
fields: titles, notes, journal entries, ids, the reason why a line could not be read. All of them are looked
at here, as one JSON text, so that most records cost one search.
"""

from __future__ import annotations

from dataclasses import fields, replace
from typing import TypeVar

from importers.notations.decoding import encode, value
from importers.records import Event, Exchange, JournalEntry, Problem, Prompt, Record, Reply, Snapshot
from importers.redaction import Redactor

R = TypeVar("R", bound=Record | Prompt | Reply)

_DONE = frozenset(
    {"source", "segments", "params"}
)  # the file's own name, and what was redacted as it was read


def redacted(record: Record, redactor: Redactor) -> Record:
    """The same record; every secret in its words is replaced by a hash of the same length."""
    if isinstance(record, Exchange):
        prompt = _clean(record.prompt, redactor)
        reply = _clean(record.reply, redactor) if record.reply else None
        if prompt is not record.prompt or reply is not record.reply:
            record = replace(record, prompt=prompt, reply=reply)
    return _clean(record, redactor)


def _clean(told: R, redactor: Redactor) -> R:
    held = {name: getattr(told, name) for name in _NAMES[type(told)]}
    words = {name: text for name, text in held.items() if isinstance(text, str | list | dict)}
    raw = encode(words)
    clean = redactor.clean(raw)
    if clean == raw:
        return told
    changed = {name: text for name, text in value(clean).items() if text != words[name]}
    return replace(told, **changed)


_NAMES: dict[type, tuple[str, ...]] = {
    kind: tuple(field.name for field in fields(kind) if field.name not in _DONE)
    for kind in (Exchange, Event, JournalEntry, Snapshot, Problem, Prompt, Reply)
}
