"""Known bills, each with the mistake that is easily made on it, from a collection kept beside the checkout.

The collection speaks in each provider's own words, so a small reader turns its usage into buckets here.
"""

from __future__ import annotations

import json
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from pricing.catalog import rates_for
from pricing.costs import bill, cost_of
from pricing.usage import Usage

CASES = Path(__file__).parents[2].parent / "shared" / "reference" / "cost_cases.json"

pytestmark = pytest.mark.skipif(
    not CASES.exists(), reason="the collection of cost cases is not beside the checkout"
)


def load() -> list[dict[str, Any]]:
    return json.loads(CASES.read_text()) if CASES.exists() else []


def usages(case: dict[str, Any]) -> list[Usage]:
    """The usage of a case in buckets; an explicit cache is written by a call of its own."""
    raw = case["usage"]
    if "lines" in raw:
        fresh, output, read, written = raw["lines"][-1]
        return [
            Usage(
                input_tokens=fresh,
                output_tokens=output,
                cache_read_tokens=read,
                cache_write_5m_tokens=written,
            )
        ]
    if "usageMetadata" in raw:
        found = [gemini(raw["usageMetadata"])]
        if kept := raw.get("cachedContents"):
            found.append(Usage(input_tokens=0, output_tokens=0, cache_write_unsplit_tokens=kept["tokens"]))
        return found
    if "inputTokens" in raw:
        return [Usage(input_tokens=raw["inputTokens"], output_tokens=raw["outputTokens"])]
    return [anthropic(raw) if case["provider"] == "anthropic" else inclusive(raw, case["context"])]


def anthropic(raw: dict[str, Any]) -> Usage:
    split = raw.get("cache_creation", {})
    return Usage(
        input_tokens=raw["input_tokens"],
        output_tokens=raw["output_tokens"],
        cache_read_tokens=raw.get("cache_read_input_tokens"),
        cache_write_5m_tokens=split.get("ephemeral_5m_input_tokens"),
        cache_write_1h_tokens=split.get("ephemeral_1h_input_tokens"),
        web_searches=raw.get("server_tool_use", {}).get("web_search_requests"),
    )


def gemini(raw: dict[str, Any]) -> Usage:
    read = raw.get("cachedContentTokenCount", 0)
    return Usage(
        input_tokens=raw["promptTokenCount"] - read,
        output_tokens=raw["candidatesTokenCount"] + raw.get("thoughtsTokenCount", 0),
        cache_read_tokens=read,
    )


def inclusive(raw: dict[str, Any], context: dict[str, str]) -> Usage:
    details = raw.get("input_tokens_details") or raw.get("prompt_tokens_details") or {}
    read = details.get("cached_tokens", raw.get("prompt_cache_hit_tokens", 0))
    written = details.get("cache_write_tokens", 0)
    split = details.get("cache_write_tokens_details", {}).get("ttl_12h_tokens", 0)
    lifetime = f"cache_write_{context.get('request_ttl', 'unsplit')}_tokens"
    prompt = raw["input_tokens"] if "input_tokens" in raw else raw["prompt_tokens"]
    return Usage(
        input_tokens=prompt - read - written,
        output_tokens=raw["output_tokens"] if "output_tokens" in raw else raw["completion_tokens"],
        cache_read_tokens=read,
        cache_write_12h_tokens=split,
        **{lifetime: written - split},
    )


@pytest.mark.parametrize("case", load(), ids=lambda case: f"{case['id']}: {case['bug']}")
def test_every_case_costs_what_it_should_to_the_last_digit(case: dict[str, Any]) -> None:
    context, kept = case["context"], case["usage"].get("cachedContents", {"tokens": 0, "hours": 0})
    total = Decimal(0)
    for usage in usages(case):
        rates = rates_for(
            case["provider"],
            case["model"],
            datetime.fromisoformat(case["ts"]).astimezone(UTC),
            prompt_tokens=usage.prompt,
            service_tier=context.get("service_tier"),
            speed=context.get("speed"),
            batch=context.get("processing") == "batch",
        )
        assert rates is not None
        assert not rates.ignored
        written = usage.written if usage.input_tokens == 0 and usage.output_tokens == 0 else 0
        hours = kept["hours"] if written == kept["tokens"] else 0
        cost = cost_of(usage, rates, storage_token_hours=(written or 0) * hours)
        reported = case["usage"].get("cost")
        charged = bill(cost, None if reported is None else Decimal(str(reported)))
        assert charged.usd is not None
        total += charged.usd
    assert total == Decimal(case["right_usd"])
