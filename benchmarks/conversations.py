"""Conversations for the benchmarks: invented, as long as asked for, the same in every run."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256

from app.requests import Family, Request, SentSegment
from app.trie import Trie
from importers.records import Exchange, Fidelity, Kind, Prompt, Reply, Segment
from pricing.usage import Usage

_START = 1_795_600_000.0


def append_only(requests: int, *, clock: bool = False, name: str = "agent") -> Iterator[Exchange]:
    """One conversation in which every request adds an answer and a question to the last.

    With a `clock` the system prompt tells the second, so that nothing can ever be read from a cache.
    """
    system = f"You are {name}." + " Be kind." * 600
    head = _segment("system", "system", "system[0]", system)
    messages: list[Segment] = []
    for step in range(requests):
        for role in ("assistant", "user") if step else ("user",):
            text = f"{role} {step}: " + f"{name} said so. " * 12
            messages.append(_segment("messages", role, f"messages[{len(messages)}].content[0]", text))
        if clock:
            head = _segment("system", "system", "system[0]", f"{system} It is second {20 * step}.")
        yield _exchange(name, step, (head, *messages), 0 if clock else 1_400 + 60 * step)


def family_of(exchanges: Iterator[Exchange]) -> Family:
    """The family of one conversation, without a database in between."""
    blocks: dict[bytes, int] = {}
    texts: list[bytes] = []
    segments: dict[int, SentSegment] = {}
    prompts, requests = Trie(), []
    for number, exchange in enumerate(exchanges, 1):
        path = []
        for segment in exchange.prompt.segments:
            block = blocks.setdefault(segment.digest, len(texts))
            if block == len(texts):
                texts.append(segment.canonical)
                segments[block] = _sent(block, segment)
            path.append(block)
        node = prompts.insert(path)
        requests.append(_request(number, exchange, node, len(path)))
    # Nothing moves and no marker does, so that one trie tells both what was read and how it was sent.
    return Family(
        requests=tuple(requests), prompts=prompts, sent=prompts, segments=segments, text=texts.__getitem__
    )


def _segment(section: str, role: str, path: str, text: str) -> Segment:
    canonical = f'{{"type":"text","text":"{text}"}}'.encode()
    digest = sha256(section.encode() + role.encode() + canonical).digest()[:16]
    return Segment(section, Kind.TEXT, role, True, path, "", None, canonical, digest, len(text))


def _sent(block: int, segment: Segment) -> SentSegment:
    return SentSegment(
        id=block, block=block, section=segment.section, kind=segment.kind, role=segment.role,
        opens=segment.opens, path=segment.path, name=segment.name, marker=segment.marker, chars=segment.chars,
        digest=segment.digest,
    )  # fmt: skip


def _exchange(name: str, step: int, segments: tuple[Segment, ...], read: int) -> Exchange:
    usage = Usage(
        input_tokens=4,
        cache_read_tokens=read,
        cache_write_5m_tokens=1_460 + 60 * step - read,
        output_tokens=50,
    )
    return Exchange(
        source=f"{name}.jsonl",
        line=step + 1,
        api="anthropic-messages",
        fidelity=Fidelity.VERIFIED,
        prompt=Prompt(segments=segments, model="claude-sonnet-5", auto_marker="5m"),
        reply=Reply(id=f"{name}-{step}", usage=usage),
        status=200,
        host="api.anthropic.com",
        provider="anthropic",
        started_at=_START + 20 * step,
        ended_at=_START + 20 * step + 5,
    )


def _request(number: int, exchange: Exchange, node: int, size: int) -> Request:
    return Request(
        id=number, source=exchange.source, line=number, api=exchange.api, fidelity=exchange.fidelity,
        prompt=node, sent=node, size=size, model=exchange.prompt.model, auto_marker=exchange.prompt.auto_marker,
        status=exchange.status, host=exchange.host, provider=exchange.provider, started_at=exchange.started_at,
        ended_at=exchange.ended_at, usage=exchange.reply.usage if exchange.reply else None,
    )  # fmt: skip
