"""Where a breakpoint is missing, and where one is useless.

One is missing where marking the end of every prompt would have read what was sent before and cost less. One is
useless where entries were written at its place again and again and no request ever read one: what stands
between it and the breakpoint before it was paid for at the price of a write, for nothing.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal

from app.advice.advice import Advice, by_lane, provenance_of, usd_by_lane, usd_of
from app.caches import Prediction, Supposed, simulate
from app.requests import Family
from pricing.usage import WRITE_BUCKETS, Usage

_UNMARKED = frozenset(("no-breakpoint", "lookback-exceeded"))
_AS_SENT = "as sent"
_END = "the end of every prompt"
_OFTEN = 2  # writes: the last one of a lane is never read


def missing_breakpoints(
    family: Family, lane_of: Mapping[int, str], as_it_was: Sequence[Prediction]
) -> Iterator[Advice]:
    """Lanes that would have been cheaper with a breakpoint at the end of every prompt."""
    short = {lane_of[p.request.id] for p in as_it_was if p.reason in _UNMARKED}
    if not short:
        return
    before = usd_by_lane(as_it_was, lane_of)
    marked = usd_by_lane(simulate(family, Supposed(marks_end=True)), lane_of)
    for lane, predictions in by_lane(as_it_was, lane_of).items():
        if lane in short and lane in before and lane in marked and marked[lane] < before[lane]:
            yield Advice(
                conversation=lane,
                kind="missing-breakpoint",
                choice=_END,
                saves_usd=before[lane] - marked[lane],
                options={_AS_SENT: before[lane], _END: marked[lane]},
                requests=len(predictions),
                provenance=provenance_of(predictions),
            )


def useless_breakpoints(
    family: Family, lane_of: Mapping[int, str], as_it_was: Sequence[Prediction]
) -> Iterator[Advice]:
    """Places of lanes at which the last breakpoint was written repeatedly and never read."""
    read = {p.read_at for p in as_it_was if p.read}
    for lane, predictions in by_lane(as_it_was, lane_of).items():
        for place, written in _last_writes(family, predictions).items():
            idle = [p for p in written if p.writes[-1].node not in read]
            saved = [_premium(p) for p in idle]
            if len(idle) == len(written) >= _OFTEN and None not in saved:
                yield Advice(
                    conversation=lane,
                    kind="useless-breakpoint",
                    choice=place,
                    saves_usd=sum((usd for usd in saved if usd is not None), Decimal(0)),
                    options={},
                    requests=len(idle),
                    provenance=provenance_of(idle),
                )


def _last_writes(family: Family, predictions: Sequence[Prediction]) -> Mapping[str, list[Prediction]]:
    places: defaultdict[str, list[Prediction]] = defaultdict(list)
    for prediction in predictions:
        if prediction.writes:
            segment = family.segment(prediction.request, prediction.writes[-1].size - 1)
            # Messages move on with every request; tools and system blocks keep their place.
            places["messages" if segment.section == "messages" else segment.path].append(prediction)
    return places


def _premium(prediction: Prediction) -> Decimal | None:
    """USD that the last write cost more than reading the same tokens afresh."""
    usage, last = prediction.usage, prediction.writes[-1]
    name = f"cache_write_{last.lifetime}"
    field = f"{name if name in WRITE_BUCKETS else 'cache_write_unsplit'}_tokens"
    left = (getattr(usage, field) or 0) - last.tokens
    unmarked: Usage = replace(usage, input_tokens=(usage.input_tokens or 0) + last.tokens, **{field: left})
    dear, cheap = (usd_of(prediction.request, each) for each in (usage, unmarked))
    return None if dear is None or cheap is None else dear - cheap
