"""How often each block of a conversation was sent: a block that came early and stayed is paid for ever again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from app.requests import Family, Request, SentSegment
from app.trie import ROOT


@dataclass(frozen=True, slots=True)
class Carried:
    """A block as it was first sent, the number of that request, and how many requests held it."""

    segment: SentSegment
    first: int
    times: int


def carried_blocks(family: Family, requests: Sequence[Request]) -> Mapping[int, Carried]:
    """The blocks of `requests`, which are numbered from 1, by the block's number.

    Requests share the nodes of what they share, so this takes time for what each adds, not for what each holds.
    """
    sent = family.sent
    times, first = [0] * len(sent), [len(requests) + 1] * len(sent)
    for number, request in enumerate(requests, start=1):
        times[request.sent] += 1
        first[request.sent] = min(first[request.sent], number)
    for node in range(len(sent) - 1, ROOT, -1):  # children before their parents
        parent = sent.parent[node]
        times[parent] += times[node]
        first[parent] = min(first[parent], first[node])
    found: dict[int, Carried] = {}
    for node in sorted((n for n in range(ROOT + 1, len(sent)) if times[n]), key=first.__getitem__):
        segment = family.segments[sent.segment[node]]
        known = found.get(segment.block)
        found[segment.block] = (
            Carried(known.segment, known.first, known.times + times[node])
            if known
            else Carried(segment, first[node], times[node])
        )
    return found
