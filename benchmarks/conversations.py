"""Conversations for the benchmarks: invented, as long as asked for, the same in every run."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256

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


def _segment(section: str, role: str, path: str, text: str) -> Segment:
    canonical = f'{{"type":"text","text":"{text}"}}'.encode()
    digest = sha256(section.encode() + role.encode() + canonical).digest()[:16]
    return Segment(section, Kind.TEXT, role, True, path, "", None, canonical, digest, len(text))


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
