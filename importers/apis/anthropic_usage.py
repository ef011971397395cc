"""Anthropic's usage object: every count stands beside the others, none inside another.

A server-side compaction makes several passes, of which the top level tells the last only. The bill is the sum
of `iterations`; how large the context was, the last of them says. Passes of an advisor are another model's,
at another price, and are left out.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import reduce
from operator import add
from typing import Any

from importers.apis.shape import count, details, objects
from pricing.usage import Usage

_OTHER_MODELS = frozenset({"advisor_message"})


def usage_of(fields: Mapping[str, Any]) -> tuple[Usage | None, Usage | None]:
    """What was billed, and the usage of the last pass where there were several; None where unsaid."""
    if not fields:
        return None, None
    passes = [p for p in objects(fields, "iterations") if str(p.get("type")) not in _OTHER_MODELS]
    if not passes:
        return _one(fields), None
    return reduce(add, map(_one, passes)), _one(passes[-1]) if len(passes) > 1 else None


def _one(fields: Mapping[str, Any]) -> Usage:
    split = details(fields, "cache_creation")
    written = count(fields, "cache_creation_input_tokens")
    short, hour = count(split, "ephemeral_5m_input_tokens"), count(split, "ephemeral_1h_input_tokens")
    known = (short or 0) + (hour or 0) > 0 or (bool(split) and not written)
    return Usage(
        input_tokens=count(fields, "input_tokens"),
        output_tokens=count(fields, "output_tokens"),
        cache_read_tokens=count(fields, "cache_read_input_tokens"),
        cache_write_5m_tokens=short if known else None,
        cache_write_1h_tokens=hour if known else None,
        cache_write_unsplit_tokens=None if known else written,
        reasoning_tokens=count(
            details(fields, "output_tokens_details"), "thinking_tokens", "reasoning_tokens"
        ),
        web_searches=count(details(fields, "server_tool_use"), "web_search_requests"),
    )


def split_differs(fields: Mapping[str, Any]) -> bool:
    """Whether the writes by lifetime do not add up to the writes as a whole."""
    split, written = details(fields, "cache_creation"), count(fields, "cache_creation_input_tokens")
    by_lifetime = sum(count(split, name) or 0 for name in split)
    return bool(split) and written is not None and by_lifetime not in (0, written)
