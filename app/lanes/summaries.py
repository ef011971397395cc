"""Calls that write a summary of the history: their reply turns up inside the first message of a later request.

A harness that runs out of room has the model sum up what was said, and starts over with the summary. The call
itself is not a step of the conversation: its instruction never comes again. What gives it away is that a later
history begins with its words.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from app.lanes.carrying import Carrying
from app.lanes.shared_prefixes import SharedPrefixes
from app.lanes.spoken import Spoken
from app.requests import Family, Request
from app.trie import ROOT
from importers.records import Kind

_LONG = 160  # characters of a reply that cannot be repeated by chance
_LINE = 30
_CALLS = 20  # how many calls that nobody went on from to look back
_BLOCKS = 64  # of a first message


def summary_calls(
    family: Family, spoken: Spoken, carrying: Carrying, places: Sequence[int]
) -> dict[int, int]:
    """For each request that writes a summary, by its place, the place of the request that starts from it."""
    found: dict[int, int] = {}
    unanswered: list[int] = []
    prefixes = SharedPrefixes(spoken.trie)
    for place in places:
        node = spoken.node(family.requests[place])
        if unanswered and _begins_anew(spoken, family.requests[place], prefixes.closest(node)):
            text = _opening(family, spoken, family.requests[place])
            writer = next((p for p in reversed(unanswered) if carries_text(_reply(family, p), text)), None)
            if writer is not None:
                found[writer] = place
                unanswered.remove(writer)
        prefixes.add(place, node)
        reply = family.requests[place].reply
        if carrying.carried_until[place] < 0 and sum(len(family.text(block)) for block in reply) >= _LONG:
            unanswered = [*unanswered[1 - _CALLS :], place]
    return found


def _begins_anew(spoken: Spoken, request: Request, closest: tuple[int, int] | None) -> bool:
    """Whether not even the first message has been sent before."""
    shared = closest[0] if closest else ROOT
    if spoken.node(request) == shared or spoken.trie.depth[shared] > _BLOCKS:
        return False
    opened = sum(spoken.blocks[block].opens for block in spoken.trie.tail(shared))
    return opened == 0 or (opened == 1 and not spoken.blocks[spoken.next_block(request, shared)].opens)


def carries_text(said: str, text: str) -> bool:
    """Whether `text` repeats at least half of what was said, line by line."""
    lines = [line for line in map(str.strip, said.splitlines()) if len(line) >= _LINE]
    told = sum(map(len, lines))
    return told >= _LONG and 2 * sum(len(line) for line in lines if line in text) >= told


def texts(value: Any) -> list[str]:
    """Every string a model reads in a parsed block, in order."""
    if isinstance(value, str):
        return [value]
    if isinstance(value, list):
        return [text for item in value for text in texts(item)]
    if isinstance(value, dict):
        return [text for key in ("text", "content", "output") if key in value for text in texts(value[key])]
    return []


def _opening(family: Family, spoken: Spoken, request: Request) -> str:
    """What the first message says, where it is long enough to hold a summary."""
    blocks: list[int] = []
    for block in spoken.tail(request):
        if blocks and spoken.blocks[block].opens:
            break
        blocks.append(block)
    if sum(_chars(spoken, block) for block in blocks) < _LONG:
        return ""
    return "\n".join(text for block in blocks for text in texts(json.loads(family.text(block))))


def _reply(family: Family, place: int) -> str:
    return "\n".join(
        text for block in family.requests[place].reply for text in texts(json.loads(family.text(block)))
    )


def _chars(spoken: Spoken, block: int) -> int:
    about = spoken.blocks.get(block)
    return about.chars if about and about.kind is Kind.TEXT else _LONG
