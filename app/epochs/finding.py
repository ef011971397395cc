"""Finding epochs: where a history shrank, by which means, and whether that paid.

The bytes tell most of it: the diagnosis has already read, of each request that left its predecessor, whether old
results were cleared, messages summed up or dropped. The log may tell it too, with a boundary where a compaction
took place; of a transcript, which holds no bodies, nothing else is known.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import ROUND_CEILING, Decimal
from itertools import pairwise
from typing import Any

from app.costs import price, price_loss, rates_of
from app.epochs.budget import budget_of
from app.epochs.epoch import CLEAR, OPEN, SUMMARY, WINDOW, Epoch, SummaryCall
from app.epochs.kept import kept_of, kept_until
from app.lanes import Lane
from app.prefix_stability.findings import Break
from app.requests import Family, Request
from app.tokens import family_of
from importers.records import Fidelity

COMPACTION = "compaction"
_TIER_OF = {"history-cleared": CLEAR, "history-summarised": SUMMARY, "window-slid": WINDOW}
_DECLARED_TIER_OF = {
    "result-trimmed": CLEAR,
    "message-removed": WINDOW,
}  # where the log says it was a compaction
_WITHOUT_BODIES = (Fidelity.RECONSTRUCTED, Fidelity.USAGE_ONLY)
_ASKS_FOR_TOOLS = ("tool_use", "tool_calls", "function_call", "toolUse")

Facts = Mapping[str, Any]


def find_epochs(
    family: Family,
    lane: Lane,
    *,
    breaks: Iterable[Break] = (),
    lanes: Sequence[Lane] = (),
    boundaries: Mapping[int, Facts] = {},
    continuation: Lane | None = None,
) -> tuple[Epoch, ...]:
    """The epochs of a lane of `family`, in order; the last one is open unless the lane has a `continuation`.

    `breaks` are those diagnosed in it, `lanes` any that may hold the calls that wrote its summaries, `boundaries`
    the facts that the log states of a compaction (`preTokens`, `postTokens`), by the id of the request behind it.
    """
    found = _by_request(breaks)
    starts = [
        0,
        *(
            place
            for place, (last, after) in enumerate(pairwise(lane.requests), start=1)
            if _tier(family, last, after, found.get(after.id, ()))
        ),
    ]
    epochs = []
    for start, end in zip(starts, [*starts[1:], len(lane.requests)], strict=True):
        last = lane.requests[end - 1]
        after = lane.requests[end] if end < len(lane.requests) else _first_of(continuation)
        if after is None:
            epochs.append(_open(family, lane, start, end))
            continue
        tier = _tier(family, last, after, found.get(after.id, ())) or SUMMARY
        cut = _Cut(family, last, after, tier, found.get(after.id, ()), boundaries.get(after.id, {}))
        call = (
            _summary_call(family, lane.requests[start:end], after, lane, lanes) if tier == SUMMARY else None
        )
        epochs.append(_closed(cut, lane, start, end, call))
    return tuple(epochs)


def continuation_of(lane: Lane, lanes: Iterable[Lane], breaks: Iterable[Break]) -> Lane | None:
    """The lane in which a conversation goes on after a compaction that gave it a new session id; None where it
    did not. `breaks` must hold those of the first request of each lane.
    """
    moved = {
        found.request_id
        for found in breaks
        if found.previous_conversation == lane.id and found.request == 1 and _tier_of_break(found) == SUMMARY
    }
    heirs = (other for other in lanes if other.parent == lane.id and other.side is None)
    return next((heir for heir in heirs if heir.requests[0].id in moved), None)


@dataclass(frozen=True, slots=True)
class _Cut:
    """Where one epoch ends and the next begins: its last request and the first behind it."""

    family: Family
    last: Request
    after: Request
    tier: str
    breaks: Sequence[Break]
    facts: Facts

    @property
    def declared(self) -> bool:
        """Whether the log or the bytes leave no doubt that it was done on purpose."""
        said = COMPACTION in self.after.events or bool(self.facts)
        return said or any(found.event == COMPACTION and found.declared for found in self.breaks)

    def tokens(self, fact: str, request: Request) -> int | None:
        """The size of a prompt in the log's own word, else as for any request."""
        said = self.facts.get(fact)
        return said if isinstance(said, int) else _prompt_tokens(self.family, request)

    @property
    def inside_turn(self) -> bool | None:
        """Whether the model had just asked for a tool."""
        return None if self.last.stop_reason is None else self.last.stop_reason in _ASKS_FOR_TOOLS

    @property
    def rewritten(self) -> int | None:
        """Tokens of the next prompt that were not read; without a report, those behind what the two share."""
        size, usage = _prompt_tokens(self.family, self.after), self.after.usage
        if size is None or usage is None or usage.cache_read_tokens is None:
            return self._behind_the_shared(size)
        return size - usage.cache_read_tokens

    def _behind_the_shared(self, size: int | None) -> int | None:
        prompts = self.family.prompts
        shared = prompts.depth[prompts.common(self.last.prompt, self.after.prompt)]
        whole, behind = _chars(self.family, self.after), _chars(self.family, self.after, shared)
        return None if size is None or not whole else round(size * behind / whole)

    @property
    def appended(self) -> int:
        """Tokens that the next prompt would have had on top anyway: what stands behind all that was kept."""
        old, new = self.family.tail(self.last), self.family.tail(self.after)
        kept = kept_until([s.block for s in old], [s.block for s in new])
        in_place = self.tier == CLEAR and len(new) >= len(old)
        behind = new[len(old) :] if in_place else new[kept:] if kept else ()
        return round(sum(s.chars for s in behind) / family_of(self.after.model).plain)

    @property
    def reported(self) -> bool:
        """Whether every count comes from the provider or the log."""
        usages = (self.last.usage, self.after.usage)
        return all(usage is not None and usage.cache_read_tokens is not None for usage in usages)


def _by_request(breaks: Iterable[Break]) -> dict[int, list[Break]]:
    found: dict[int, list[Break]] = {}
    for one in breaks:
        found.setdefault(one.request_id, []).append(one)
    return found


def _first_of(lane: Lane | None) -> Request | None:
    return lane.requests[0] if lane else None


def _tier(family: Family, last: Request, after: Request, breaks: Sequence[Break]) -> str | None:
    """By which means the history shrank between two requests; None where it did not."""
    found = next(filter(None, map(_tier_of_break, breaks)), None)
    if found or COMPACTION not in after.events:
        return found
    if breaks:
        return _DECLARED_TIER_OF.get(breaks[0].cause, SUMMARY)
    if after.fidelity in _WITHOUT_BODIES:
        return SUMMARY
    return None if _carries(family, after, last) else _declared_tier(family, last, after)


def _declared_tier(family: Family, last: Request, after: Request) -> str:
    """Of a cut that only the log tells of: nothing but the end of the old history is a window."""
    old, new = ([s.block for s in family.tail(request)] for request in (last, after))
    end = kept_until(old, new)
    return WINDOW if end and set(new[:end]) <= set(old) else SUMMARY


def _tier_of_break(found: Break) -> str | None:
    causes = (found.cause, *(further.cause for further in found.behind))
    return next((_TIER_OF[cause] for cause in causes if cause in _TIER_OF), None)


def _open(family: Family, lane: Lane, start: int, end: int) -> Epoch:
    last = lane.requests[end - 1]
    return Epoch(
        conversation=lane.id,
        first=start + 1,
        last=end,
        tier=OPEN,
        tokens_before=_prompt_tokens(family, last),
        budget=budget_of(last),
        provenance="reported" if _reported_tokens(last) is not None else "estimated",
    )


def _closed(cut: _Cut, lane: Lane, start: int, end: int, call: SummaryCall | None) -> Epoch:
    before, after = cut.tokens("preTokens", cut.last), cut.tokens("postTokens", cut.after)
    rates = rates_of(cut.after)
    miss = price_loss(cut.after, cut.rewritten, rates)
    spent = miss if call is None else None if miss is None or call.usd is None else miss + call.usd
    freed = None if before is None or after is None else before - after + cut.appended
    requests = _requests_to_repay(spent, freed, rates.cache_read if rates else None)
    return Epoch(
        conversation=lane.id,
        first=start + 1,
        last=end,
        tier=cut.tier,
        tokens_before=before,
        tokens_after=after,
        rewritten_tokens=cut.rewritten,
        cost_usd=miss,
        summary_call=call,
        breaks_even_at=None if requests is None else end + requests,
        declared=cut.declared,
        inside_turn=cut.inside_turn,
        kept=None if cut.after.fidelity in _WITHOUT_BODIES else kept_of(cut.family, cut.last, cut.after),
        budget=budget_of(cut.last),
        provenance="reported" if cut.reported else "estimated",
    )


def _requests_to_repay(spent: Decimal | None, freed: int | None, read_rate: Decimal | None) -> int | None:
    """How many requests, each reading `freed` tokens less at USD per million, make up for what was spent."""
    if spent is None or freed is None or freed <= 0 or not read_rate:
        return None
    saved = freed * read_rate / 1_000_000
    return max(1, int((spent / saved).to_integral_value(ROUND_CEILING)))


def _summary_call(
    family: Family, epoch: Sequence[Request], after: Request, lane: Lane, lanes: Iterable[Lane]
) -> SummaryCall | None:
    """The last call between the two requests that wrote a summary for this lane."""
    place = {request.id: number for number, request in enumerate(family.requests)}
    calls = [(other, call) for other in lanes if other.side == SUMMARY for call in other.requests]
    ours = [
        (place[call.id], other.id, call)
        for other, call in calls
        if other.parent == lane.id and place[epoch[0].id] < place[call.id] < place[after.id]
    ]
    if not ours:
        return None
    _, conversation, call = max(ours, key=lambda entry: entry[0])
    return SummaryCall(
        conversation=conversation,
        request_id=call.id,
        fork=any(_carries(family, call, request) for request in reversed(epoch)),
        prompt_tokens=_prompt_tokens(family, call),
        read_tokens=call.usage.cache_read_tokens if call.usage else None,
        usd=price(call).actual,
    )


def _carries(family: Family, call: Request, request: Request) -> bool:
    """Whether a prompt begins with all of another one."""
    return family.prompts.common(call.prompt, request.prompt) == request.prompt


def _prompt_tokens(family: Family, request: Request) -> int | None:
    """As reported, else estimated from the characters; None where the log has neither."""
    reported = _reported_tokens(request)
    if reported is not None or not request.size:
        return reported
    return round(_chars(family, request) / family_of(request.model).plain)


def _reported_tokens(request: Request) -> int | None:
    usage = request.last_usage or request.usage  # the last server-side step tells how long the prompt is
    return usage.prompt if usage else None


def _chars(family: Family, request: Request, depth: int = 0) -> int:
    return sum(segment.chars for segment in family.tail(request, depth))
