"""The call that wrote a summary: what it cost, and whether it could read what the conversation had cached."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from app.costs import price
from app.epochs.epoch import SUMMARY, SummaryCall
from app.epochs.prompt_sizes import carries, prompt_tokens
from app.lanes import Lane
from app.requests import Family, Request


def summary_call(
    family: Family, epoch: Sequence[Request], after: Request, lane: Lane, lanes: Iterable[Lane]
) -> SummaryCall | None:
    """The last call among `lanes` that summed up this lane between the start of an epoch and what came `after`."""
    place = {request.id: number for number, request in enumerate(family.requests)}
    ours = [
        (place[call.id], side.id, call)
        for side in lanes
        if side.side == SUMMARY and side.parent == lane.id
        for call in side.requests
        if place[epoch[0].id] < place[call.id] < place[after.id]
    ]
    if not ours:
        return None
    _, conversation, call = max(ours, key=lambda entry: entry[0])
    return SummaryCall(
        conversation=conversation,
        request_id=call.id,
        fork=any(carries(family, call, request) for request in reversed(epoch)),
        prompt_tokens=prompt_tokens(family, call),
        read_tokens=call.usage.cache_read_tokens if call.usage else None,
        usd=price(call).actual,
    )
