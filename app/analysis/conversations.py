"""Every conversation in one line: who built it, what it sent, how much of it was read back, what it lost."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import groupby
from pathlib import Path

from app.analysis.stored_breaks import BREAK, break_of
from app.costs import known_sum, price, price_loss, total
from app.prefix_stability.findings import Break
from app.store.database import reading
from app.store.findings import findings
from app.store.steps import Lane, Step, lanes, steps
from importers.records import Fidelity
from pricing.usage import Usage


@dataclass(frozen=True, slots=True, kw_only=True)
class ConversationRow:
    """A lane. Times are seconds since 1970, UTC; shares 0 to 1; money in USD, None where unknown or unpriced.

    `reads` is the read share of each request in order (None where unreported), for a sparkline.
    """

    conversation: str
    parent: str | None
    title: str
    builder: str | None
    task: str | None
    workspace: str | None
    project: str | None
    models: tuple[str, ...]
    requests: int
    first_at: float | None
    last_at: float | None
    tokens: Usage
    read_share: float | None
    reads: tuple[float | None, ...]
    breaks: int
    declared_breaks: int
    actual_usd: Decimal | None
    fresh_usd: Decimal | None
    lost_usd: Decimal | None
    lost_tokens: int | None
    unpriced_requests: int
    fidelity: str
    side_call: bool


def list_conversations(database: Path) -> list[ConversationRow]:
    """Every conversation of a database, latest first. Raises StoreError."""
    with reading(database) as connection:
        found = [finding for finding in findings(connection) if finding.kind == BREAK]
        broken = {finding.request: break_of(finding) for finding in found}
        members = {
            lane: list(group) for lane, group in groupby(steps(connection), key=lambda step: step.lane)
        }
        rows = [_row(lane, members[lane.id], broken) for lane in lanes(connection) if lane.id in members]
    return sorted(rows, key=lambda row: (-(row.last_at or 0), row.conversation))


def read_share(usage: Usage | None) -> float | None:
    """The part of a prompt that came from the cache; None where the log does not say."""
    if usage is None or usage.cache_read_tokens is None or not usage.prompt:
        return None
    return usage.cache_read_tokens / usage.prompt


def worst_fidelity(fidelities: Iterable[str]) -> str:
    """The fidelity that can be claimed for all of them."""
    order = list(Fidelity)
    return max((Fidelity(fidelity) for fidelity in fidelities), key=order.index)


def _row(lane: Lane, members: Sequence[Step], broken: Mapping[int, Break]) -> ConversationRow:
    requests = [step for step in members if step.number is not None]
    breaks = [broken[step.id] for step in requests if step.id in broken]
    costs = [(step, price(step)) for step in members]
    losses = {
        step.id: price_loss(step, broken[step.id].lost_tokens, cost.rates)
        for step, cost in costs
        if step.id in broken
    }
    money = total((step, cost, losses.get(step.id)) for step, cost in costs)
    lost_tokens = [found.lost_tokens for found in breaks if found.lost_tokens is not None]
    times = [step.started_at for step in members if step.started_at is not None]
    return ConversationRow(
        conversation=lane.id,
        parent=lane.parent,
        title=lane.title,
        builder=_first(step.builder for step in members),
        task=_first(step.task for step in members),
        workspace=_first(step.workspace for step in members),
        project=_first(step.project for step in members),
        models=tuple(dict.fromkeys(step.model for step in members if step.model)),
        requests=len(requests),
        first_at=min(times, default=None),
        last_at=max(times, default=None),
        tokens=money.tokens,
        read_share=_whole_share(requests),
        reads=tuple(read_share(step.usage) for step in requests),
        breaks=sum(not found.declared for found in breaks),
        declared_breaks=sum(found.declared for found in breaks),
        actual_usd=money.actual,
        fresh_usd=money.fresh,
        lost_usd=known_sum(losses.values()) if breaks else Decimal(0),
        lost_tokens=sum(lost_tokens) if lost_tokens or not breaks else None,
        unpriced_requests=money.unpriced,
        fidelity=worst_fidelity(step.fidelity for step in members),
        side_call=lane.side is not None,
    )


def _whole_share(requests: Sequence[Step]) -> float | None:
    """Over the requests whose reads are reported."""
    told = [step.usage for step in requests if step.usage and step.usage.cache_read_tokens is not None]
    prompt = sum(usage.prompt or 0 for usage in told)
    return sum(usage.cache_read_tokens or 0 for usage in told) / prompt if prompt else None


def _first(values: Iterable[str | None]) -> str | None:
    return next((value for value in values if value), None)
