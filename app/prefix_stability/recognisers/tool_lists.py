"""The list of tools: which were added, removed, put in another order or defined anew.

Told by the tools' names. A tool that is in both lists under one name is compared with itself, and what changed
inside it is recognised like any other text or value.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from app.prefix_stability.cause import Cause
from app.prefix_stability.difference import Difference, Edit
from app.prefix_stability.found import Found, changed, whole
from app.prefix_stability.leaf import Leaf, first_difference
from app.prefix_stability.pair import Pair
from app.prefix_stability.recognisers import serialisation, values
from app.requests import SentSegment

_PARTS = re.compile(r"__|[_.:/-]")

CAUSES = (
    Cause(
        slug="tool-added",
        section="tools",
        rule="tools-frozen",
        looks_like="A tool joined the list in the middle of a conversation.",
        why_it_costs="Tools are read first, so system prompt and history are read anew with them.",
        fix="List every tool from the first request on, or load late tools by a search tool that appends.",
        example="[read, list]\n[read, list, search]",
    ),
    Cause(
        slug="tool-removed",
        section="tools",
        rule="tools-frozen",
        looks_like="A tool, or all of them, is no longer in the list.",
        why_it_costs="Tools are read first, so nothing behind the gap matches.",
        fix="Keep the list and forbid a tool's use by tool_choice or by a message.",
        example="[read, list, search]\n[]",
    ),
    Cause(
        slug="tools-reordered",
        section="tools",
        rule="tools-frozen",
        looks_like="The same tools stand in another order.",
        why_it_costs="The prefix ends at the first tool that stands elsewhere.",
        fix="Sort the list by name before sending it, whatever order the servers answer in.",
        example="[kiln, loom]\n[loom, kiln]",
    ),
    Cause(
        slug="tool-changed",
        section="tools",
        rule="tools-frozen",
        looks_like="A tool's description or schema is not what it was.",
        why_it_costs="A live description makes every request new from the first tool on.",
        fix="Read definitions once, when the conversation starts, and keep them.",
        example="Search the catalogue.\nSearch the catalogue (12 entries today).",
    ),
)


def recognise(pair: Pair) -> list[Found]:
    """Every change of the list of tools, the first one first."""
    old, new = ([s for s in side if s.section == "tools"] for side in (pair.old, pair.new))
    start = next((i for i in range(len(new)) if pair.new[i].section == "tools"), 0)
    if [s.block for s in old] == [s.block for s in new]:
        return []
    return sorted([*_listed(old, new, start), *_defined(pair, old, new, start)], key=lambda found: found.at)


def _listed(old: Sequence[SentSegment], new: Sequence[SentSegment], start: int) -> Iterator[Found]:
    names, now = [s.name for s in old], [s.name for s in new]
    gone, come = [s for s in old if s.name not in now], [s for s in new if s.name not in names]
    kept_before, kept_now = [n for n in names if n in now], [n for n in now if n in names]
    shape = (
        ("group",)
        if len(gone) + len(come) > 1 and _one_group([s.name for s in (*gone, *come)], kept_now)
        else ()
    )
    if gone:
        at = names.index(gone[0].name)
        yield whole("tool-removed", gone[0], start + min(at, len(new)), gone[0].name, None, *shape)
    if come:
        yield whole("tool-added", come[0], start + now.index(come[0].name), None, come[0].name, *shape)
    if kept_before != kept_now:
        at = next(i for i, (a, b) in enumerate(zip(names, now, strict=False)) if a != b)
        yield whole("tools-reordered", new[at], start + at, ", ".join(names[at:]), ", ".join(now[at:]))


def _one_group(names: Sequence[str], others: Sequence[str]) -> bool:
    """Whether names begin alike as no other name does: `tides_high`, `tides_low`."""
    first = [tuple(part for part in _PARTS.split(name) if part) for name in names]
    prefix = next((n for n in range(min(map(len, first)), 0, -1) if len({f[:n] for f in first}) == 1), 0)
    stem = first[0][:prefix]
    return bool(prefix) and not any(tuple(p for p in _PARTS.split(o) if p)[:prefix] == stem for o in others)


def _defined(
    pair: Pair, old: Sequence[SentSegment], new: Sequence[SentSegment], start: int
) -> Iterator[Found]:
    once = {name for name, count in Counter(s.name for s in old).items() if count == 1}
    before = {s.name: (i, s) for i, s in enumerate(old) if s.name in once}
    for i, tool in enumerate(new):
        place, was = before.get(tool.name, (0, tool))
        if was.block == tool.block:
            continue
        edit = Edit((was,), (tool,), place, start + i, in_place=True)
        leaf = first_difference(pair.value(was), pair.value(tool))
        if leaf is not None:
            yield replace(_definition(pair, edit, leaf), in_place=((was, tool),))


def _definition(pair: Pair, edit: Edit, leaf: Leaf) -> Found:
    alone = Difference(pair, (edit,), (), 0)
    found = serialisation.recognise(alone, 0)
    if found and (found[0].cause != "key-order" or pair.exact):
        return found[0]
    times = (pair.before.started_at, pair.now.started_at)
    value = values.value_at(*leaf.texts, leaf.offset or 0, times) if leaf.texts else None
    return changed(value if value and value != "counter" else "tool-changed", edit, leaf)
