"""Every sample file is recognised and gives the facts that were computed for it by other means."""

from __future__ import annotations

import json
from collections import Counter
from decimal import Decimal
from pathlib import Path

import pytest

from importers import registry
from importers.exchanges import ExchangeReader
from importers.records import Exchange, Fidelity, Problem
from importers.redaction import Redactor
from pricing.usage import Usage

SAMPLES = Path(__file__).parents[2] / ".." / "shared" / "samples"
EXPECTED = SAMPLES / "expected.json"
FACTS = (
    {name: entry["facts"] for name, entry in json.loads(EXPECTED.read_text())["files"].items()}
    if EXPECTED.exists()
    else {}
)
NAMES = {"fresh_input": "input_tokens", "output": "output_tokens", "reasoning": "reasoning_tokens"}

pytestmark = pytest.mark.skipif(not FACTS, reason="the shared samples are not here")


def imported(name: str) -> list[Exchange]:
    reader = ExchangeReader(Redactor(b"salt"))
    found: list[Exchange] = []
    for source in registry.sources([str(SAMPLES / name)]):
        assert not isinstance(source, Problem), source
        found += [r for r in registry.read(source[0], reader, source[1]) if isinstance(r, Exchange)]
    return found


def summed(exchanges: list[Exchange]) -> Usage:
    total = Usage()
    for exchange in exchanges:
        if exchange.reply and exchange.reply.usage:
            total += exchange.reply.usage
    return total


@pytest.mark.parametrize("name", sorted(FACTS))
def test_a_sample_gives_its_facts(name: str) -> None:
    facts = FACTS[name]
    facts = {
        **facts,
        **facts.get("innermost_generations_only", {}),
    }  # the reading that langfuse.py argues for
    exchanges = imported(name)
    if facts.get("exchanges") is not None:
        assert len(exchanges) == facts["exchanges"]
    if facts.get("tokens"):
        usage = summed(exchanges)
        for bucket, expected in facts["tokens"].items():
            if expected is None or (bucket.startswith("cache_write") and "overlapping_usage" in facts):
                continue  # not stated, or the same tokens as another bucket's
            found = (
                usage.prompt if bucket == "prompt" else getattr(usage, NAMES.get(bucket, f"{bucket}_tokens"))
            )
            assert (found or 0) == (expected or 0), bucket
    fidelity = Counter(str(exchange.fidelity) for exchange in exchanges)
    stated = {
        kind: count for kind, count in facts.get("fidelity", {}).items() if kind in set(Fidelity) and count
    }
    if sum(stated.values()) == len(exchanges):  # some facts count what a fork inherited, or conversations
        assert fidelity == stated
    if facts.get("reported_cost_usd") and "result_usage" not in facts:  # that one is the cost of a whole run
        costs = [e.reply.reported_cost for e in exchanges if e.reply and e.reply.reported_cost is not None]
        assert sum(costs) == pytest.approx(Decimal(str(facts["reported_cost_usd"])), abs=Decimal("1e-9"))


def test_every_sample_is_listed() -> None:
    def is_sample(path: Path) -> bool:
        return path.is_file() and path.parent != SAMPLES

    assert {str(path.relative_to(SAMPLES)) for path in SAMPLES.rglob("*") if is_sample(path)} == set(FACTS)
