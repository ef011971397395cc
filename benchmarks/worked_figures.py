"""Three figures that others worked out in practice, played through the simulator: prompt and output, in USD.

A summary sent cold or as a fork of its conversation; a prompt written again because tools joined it twice; a
second conversation whose prefix may or may not be read from the first. Each rests on assumptions, which stand
beside it in `docs/accuracy.md`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any, NamedTuple

from app.caches import simulate
from app.costs import price
from app.requests import Family, Request, SentSegment
from app.trie import Trie
from importers.records import Fidelity, Kind
from pricing.usage import Usage

AT = 1_795_600_800.0  # 2026-11-25


class Part(NamedTuple):
    """A block of `tokens` tokens; equal names are equal blocks."""

    name: str
    tokens: int
    marker: str | None = None
    section: str = "messages"


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """What one way costs and what another does, ours and theirs; `assumed` names what ours rests on."""

    what: str
    dear: Decimal
    cheap: Decimal
    theirs: str
    assumed: str

    @property
    def ratio(self) -> Decimal:
        """How many times as much the dear way costs."""
        return self.dear / self.cheap


def summary_cold_or_forked() -> Figure:
    """A summary of 76,000 tokens by Claude Sonnet 5, sent under a head of its own or as a fork."""
    history = Part("history", 76_000, "5m")
    cold = costs([history], [Part("summarise", 200, None, "system"), Part("as text", 76_000)])
    fork = costs([history], [history, Part("summarise", 200)])
    return Figure(
        what="summary of 76,000 tokens: cold or as a fork",
        dear=cold[-1],
        cheap=fork[-1],
        theirs="$0.151 cold, $0.011 to $0.018 as a fork",
        assumed="Claude Sonnet 5; 200 tokens of instruction; a minute after the last request; no output",
    )


def tools_joined_twice() -> Figure:
    """18,000 tokens read by Claude Sonnet 5 in two requests, with and without a tool that joins before each."""
    rest = Part("rest", 18_000, "5m")
    tools = [[Part(f"tool {n}", 100, None, "tools") for n in range(count)] for count in range(3)]
    joined = costs(*([*found, rest] for found in tools))
    frozen = costs(*([rest] for _ in tools))
    return Figure(
        what="18,000 tokens written again when tools join twice in a row",
        dear=sum(joined[1:], Decimal(0)),
        cheap=sum(frozen[1:], Decimal(0)),
        theirs="about 18,000 tokens written twice, at 1.25 instead of 0.1 times the input price",
        assumed="Claude Sonnet 5; tools of 100 tokens; a minute apart; no output",
    )


def prefix_scoped() -> Figure:
    """The first request of a second conversation with a prefix of 9,500 tokens, by the key that it sends."""
    head = Part("head", 9_500, None, "system")
    first, second = [head, Part("one", 300)], [head, Part("two", 300)]
    asked: dict[str, Any] = {"provider": "openai", "model": "gpt-5.1", "output": 100}
    return Figure(
        what="9,500-token prefix: key of the conversation or of the workspace",
        dear=costs(first, second, keys=("conversation 1", "conversation 2"), **asked)[-1],
        cheap=costs(first, second, keys=("workspace", "workspace"), **asked)[-1],
        theirs="11 credits or 2",
        assumed="gpt-5.1, whose key selects the cache; a first message of 300 tokens; 100 tokens of output",
    )


def figures() -> list[Figure]:
    """All three."""
    return [summary_cold_or_forked(), tools_joined_twice(), prefix_scoped()]


def costs(
    *prompts: Sequence[Part],
    provider: str = "anthropic",
    model: str = "claude-sonnet-5",
    output: int = 0,
    keys: Sequence[str | None] = (),
) -> list[Decimal]:
    """Predicted USD of prompts sent a minute apart."""
    family = _family(prompts, provider=provider, model=model, output=output, keys=keys)
    found = [price(replace(p.request, usage=p.usage)).actual for p in simulate(family)]
    return [usd for usd in found if usd is not None]


def _family(
    prompts: Sequence[Sequence[Part]], *, provider: str, model: str, output: int, keys: Sequence[str | None]
) -> Family:
    numbers = {
        part: number for number, part in enumerate(dict.fromkeys(p for parts in prompts for p in parts))
    }
    blocks = {name: number for number, name in enumerate(dict.fromkeys(part.name for part in numbers))}
    tokens = {blocks[part.name]: part.tokens for part in numbers}
    canonical, sent = Trie(), Trie()
    requests = tuple(
        Request(
            id=number,
            source="worked",
            line=None,
            api="worked",
            fidelity=Fidelity.EXACT,
            prompt=canonical.insert(blocks[part.name] for part in parts),
            sent=sent.insert(numbers[part] for part in parts),
            size=len(parts),
            provider=provider,
            model=model,
            cache_key=keys[number] if keys else None,
            started_at=AT + 60 * number,
            usage=Usage(input_tokens=sum(part.tokens for part in parts), output_tokens=output),
        )
        for number, parts in enumerate(prompts)
    )
    return Family(
        requests=requests,
        prompts=canonical,
        sent=sent,
        segments={number: _segment(number, blocks[part.name], part) for part, number in numbers.items()},
        text=lambda block: b'{"type":"text","text":"' + b" word" * tokens[block] + b'"}',
    )


def _segment(number: int, block: int, part: Part) -> SentSegment:
    return SentSegment(
        id=number,
        block=block,
        section=part.section,
        kind=Kind.TEXT,
        role="user",
        opens=True,
        path=part.name,
        name="",
        marker=part.marker,
        chars=5 * part.tokens,
        digest=part.name.encode(),
    )
