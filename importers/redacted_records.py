"""A record leaves the importers without a secret, wherever the log had put it.

Prompts and replies are redacted piece by piece while they are read. What else a log tells goes straight into
fields: titles, notes, journal entries, ids, the reason why a line could not be read. All of them are looked
at here, as one JSON text, so that most records cost one search.
"""

from __future__ import annotations

from dataclasses import fields, replace
from typing import TypeVar

from importers.notations.decoding import encode, value
from importers.records import Exchange, Prompt, Record, Reply
from importers.redaction import Redactor

R = TypeVar("R", bound=Record | Prompt | Reply)

_DONE = frozenset(
    {"source", "segments", "params"}
)  # the file's own name, and what was redacted as it was read


def redacted(record: Record, redactor: Redactor) -> Record:
    """The same record; every secret in its words is replaced by a hash of the same length."""
    if isinstance(record, Exchange):
        reply = record.reply and _clean(record.reply, redactor)
        record = replace(record, prompt=_clean(record.prompt, redactor), reply=reply)
    return _clean(record, redactor)


def _clean(told: R, redactor: Redactor) -> R:
    words = {
        f.name: held for f in fields(told) if f.name not in _DONE and _is_text(held := getattr(told, f.name))
    }
    raw = encode(words)
    clean = redactor.clean(raw)
    if clean == raw:
        return told
    changed = {name: held for name, held in value(clean).items() if held != words[name]}
    return replace(told, **changed)


def _is_text(held: object) -> bool:
    return isinstance(held, str | list | dict)
