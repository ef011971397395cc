"""How a simulation's cost grows: run `python benchmarks/simulator_pace.py` from the top of the repository.

One conversation, a marker at its end, two messages more with every request. Twice the requests have to take
about twice the time, whichever way the provider caches and however the conversation misses: when it grows, when
it pauses past every lifetime, and when its last message changes each time.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from app.caches import simulate
from app.requests import Family, Request, SentSegment
from app.trie import ROOT, Trie
from importers.records import Fidelity, Kind
from pricing.usage import Usage

TOKENS = 400  # of a message
PROVIDERS = {
    "anthropic": "claude-opus-5",
    "openai": "gpt-6-sol",
    "google": "gemini-3.8-flash",
    "deepseek": "deepseek-v4-pro",
}


def conversation(requests: int, provider: str, *, gap: float = 30.0, reminder: bool = False) -> Family:
    """A family of one conversation; with a `reminder`, a last message that the next request has elsewhere."""
    prompts, sent = Trie(), Trie()
    segments: dict[int, SentSegment] = {}
    made: list[Request] = []
    prompt = path = ROOT
    for number in range(requests):
        plain, marked = (_segment(number, marker) for marker in (None, "5m"))
        segments |= {plain.id: plain, marked.id: marked}
        before = prompt, path
        prompt, path = prompts.insert((plain.block,), prompt), sent.insert((plain.id,), path)
        last = 10**7 if reminder else plain.block
        if reminder:
            segments[last] = _segment(last, None)
        made.append(
            Request(
                id=number,
                source="generated",
                line=None,
                api="generated",
                fidelity=Fidelity.EXACT,
                prompt=prompts.insert((last,), prompt) if reminder else prompt,
                sent=sent.insert((last,), path) if reminder else sent.insert((marked.id,), before[1]),
                size=number + 1 + reminder,
                provider=provider,
                model=PROVIDERS[provider],
                started_at=gap * number,
                usage=Usage(input_tokens=TOKENS * (number + 1 + reminder), output_tokens=50),
            )
        )
    text = b'{"type":"text","text":"' + b"word " * 200 + b'"}'
    return Family(requests=tuple(made), prompts=prompts, sent=sent, segments=segments, text=lambda _: text)


def _segment(number: int, marker: str | None) -> SentSegment:
    return SentSegment(
        id=2 * number + (marker is not None),
        block=number,
        section="messages",
        kind=Kind.TEXT,
        role="user",
        opens=True,
        path=f"messages[{number}]",
        name="",
        marker=marker,
        chars=1000,
        digest=number.to_bytes(16, "big"),
    )


def seconds(family: Family) -> float:
    """Processor time that a simulation takes."""
    started = time.process_time()
    for _ in simulate(family):
        pass
    return time.process_time() - started


def runs() -> Iterator[tuple[str, dict[str, object]]]:
    """What is measured: a name, and how the conversation is made."""
    for provider in PROVIDERS:
        yield f"{provider}, grows", {"provider": provider}
    yield "anthropic, pauses", {"provider": "anthropic", "gap": 1e6}
    yield "google, pauses", {"provider": "google", "gap": 1e6}
    yield "anthropic, reminder", {"provider": "anthropic", "reminder": True}
    yield "google, reminder", {"provider": "google", "reminder": True}


if __name__ == "__main__":
    for name, made in runs():
        half, whole = (seconds(conversation(n, **made)) for n in (5_000, 10_000))  # type: ignore[arg-type]
        print(f"{name:<22} 10,000 requests {whole:>6.2f} s   x {whole / half:.2f} of 5,000")
