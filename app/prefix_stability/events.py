"""The five events that may break a prefix once, and when a break is one of them.

An event is declared when the log says so, or when the bytes leave no other reading: the client asked for another
model, a new history keeps the end of the old one word by word, or carries what a summary call answered. In any
other case it is only possible, and the shape of the change tells which event it may have been.
"""

from __future__ import annotations

from dataclasses import dataclass

from app.prefix_stability.found import Found
from app.prefix_stability.pair import Pair

EVENTS = ("model-switch", "compaction", "system-owner-change", "app-change", "user-edit")

_CUTS = (
    "history-summarised",
    "history-cleared",
    "window-slid",
    "message-removed",
    "result-trimmed",
    "message-edited",
)


@dataclass(frozen=True, slots=True)
class Verdict:
    """`event` is set where it is declared, else `possible` where the shape fits one."""

    event: str | None
    possible: str | None


def verdict(pair: Pair, first: Found, behind: list[Found], summarised: bool) -> Verdict:
    """Whether a break is an event; `summarised` where this request carries what a summary call answered."""
    logged = next((event for event in pair.now.events if _fits(event, first)), None)
    possible = _possible(pair, first, behind)
    proven = possible if possible and _proven(first, summarised) else None
    event = logged or proven
    return Verdict(event, None if event else possible)


def _fits(event: str, found: Found) -> bool:
    """Whether a declared event can be what broke the prefix here."""
    if event == "model-switch":
        return found.cause == "model-changed"
    if event == "compaction":
        return found.cause in _CUTS
    if event == "system-owner-change":
        return found.section == "system"
    if event == "app-change":
        return found.section in ("tools", "system")
    return event == "user-edit" and found.section == "messages"


def _proven(first: Found, summarised: bool) -> bool:
    if first.cause == "model-changed":
        return "asked" in first.shape
    return first.cause == "history-summarised" and (summarised or "tail-kept" in first.shape)


def _possible(pair: Pair, first: Found, behind: list[Found]) -> str | None:
    if first.cause == "model-changed":
        return "model-switch"
    if first.cause in ("history-summarised", "history-cleared"):
        return "compaction"
    if first.cause == "message-edited" and "truncates" in first.shape:
        return "user-edit"
    if first.section in ("tools", "system") and _one_app(first, *behind):
        return "app-change"
    if first.cause == "system-changed" and not behind and _once_and_stays(pair):
        return "system-owner-change"
    return None


def _one_app(*found: Found) -> bool:
    """Whether a group of tools and a part of the system prompt came or went together."""
    tools = any(
        change.cause in ("tool-added", "tool-removed") and "group" in change.shape for change in found
    )
    return tools and any(change.section == "system" for change in found)


def _once_and_stays(pair: Pair) -> bool:
    """Whether the system prompt had one version up to here and has another one from here on."""
    versions = [
        tuple(segment.block for segment in pair.family.tail(request) if segment.section == "system")
        for request in pair.lane.requests
    ]
    place = len(versions) - len(pair.later) - 1
    return len(set(versions[:place])) == len(set(versions[place:])) == 1 and len(versions) > place + 1
