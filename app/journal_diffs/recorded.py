"""The journal that agents kept themselves, as their log has it.

A child agent ships its journal's diff to its parent, which applies it unchanged; so one entry stands in both,
and its author stays readable however many parents it passed. Nothing recognises what is known: a diff that was
applied twice stands there twice. And what is committed comes before what is not, or somebody mixed up the order.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from importers.records import JournalEntry


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedEntry:
    """One entry of a conversation's own journal, `text` being its JSON.

    `chain` names the conversations it came through, that of its author first and this one last. `repeats` is the
    place in the journal, from 1, of an equal entry by the same author before it; `misplaced` that of an
    uncommitted entry in front of it although it is committed itself.
    """

    place: int
    source: str
    line: int | None
    author: str | None
    text: str
    committed: bool
    chain: tuple[str, ...]
    repeats: int | None = None
    misplaced: int | None = None


def recorded_journal(
    entries: Iterable[JournalEntry], conversation: str, parents: Mapping[str, str | None]
) -> tuple[RecordedEntry, ...]:
    """The journal of one conversation among `entries` of all; `parents` gives the parent of each conversation."""
    holders: dict[tuple[str | None, str], list[str]] = {}
    own = []
    for entry in entries:
        key = _key(entry)
        holders.setdefault(key, []).append(entry.conversation or "")
        if entry.conversation == conversation:
            own.append((entry, key))
    first: dict[tuple[str | None, str], int] = {}
    open_at: int | None = None
    found = []
    for place, (entry, key) in enumerate(own, start=1):
        found.append(
            RecordedEntry(
                place=place,
                source=entry.source,
                line=entry.line,
                author=entry.agent,
                text=key[1],
                committed=entry.committed,
                chain=_chain(conversation, set(holders[key]), parents),
                repeats=first.get(key),
                misplaced=open_at if entry.committed else None,
            )
        )
        first.setdefault(key, place)
        open_at = place if open_at is None and not entry.committed else open_at
    return tuple(found)


def _key(entry: JournalEntry) -> tuple[str | None, str]:
    return entry.agent, json.dumps(entry.entry, ensure_ascii=False, sort_keys=True)


def _chain(conversation: str, holders: set[str], parents: Mapping[str, str | None]) -> tuple[str, ...]:
    """From the furthest descendant that holds an entry up to `conversation`."""
    ways = [way for holder in holders if (way := _way(holder, conversation, parents))]
    return max(ways, key=len, default=(conversation,))


def _way(start: str, end: str, parents: Mapping[str, str | None]) -> tuple[str, ...]:
    """The conversations from `start` up to its ancestor `end`; empty where it is none."""
    way: list[str] = []
    at: str | None = start
    while at is not None and at not in way:
        way.append(at)
        if at == end:
            return tuple(way)
        at = parents.get(at)
    return ()
