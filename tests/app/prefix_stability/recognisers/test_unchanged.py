from __future__ import annotations

from dataclasses import replace
from typing import Any

from app.prefix_stability.findings import Break
from importers.records import Exchange, Reply
from pricing.usage import Usage
from tests.app.prefix_stability.asking import breaks
from tests.builders import FamilyBuilder
from tests.talks import Talk, chat, order_of, prompt_of, prose, work

UNMARKED: dict[str, Any] = {"cache_control": None}


def sends(*steps: tuple[Exchange, float, Usage | None]) -> list[Break]:
    """The breaks of exchanges sent at those seconds, with that usage, each answered after three seconds."""
    builder = FamilyBuilder(order_of)
    for exchange, at, usage in steps:
        sent = replace(exchange, started_at=at, ended_at=at + 3, status=exchange.status or 200)
        builder.add(replace(sent, reply=Reply(usage=usage) if usage else None))
    return breaks(builder.family())


def used(read: int, written: int, fresh: int = 3, hour: bool = False) -> Usage:
    name = "cache_write_1h_tokens" if hour else "cache_write_5m_tokens"
    return Usage(input_tokens=fresh, cache_read_tokens=read, **{name: written})


def two(talks: list[Talk], api: str = "anthropic", **body: Any) -> tuple[Exchange, Exchange]:
    return prompt_of(talks[0], api, 1, **body), prompt_of(talks[1], api, 2, **body)


def cause(found: list[Break]) -> str:
    (one,) = found
    assert (one.section, one.path) == ("none", None)
    return one.cause


def test_a_pause_longer_than_the_lifetime_expires() -> None:
    first, second = two(chat(2))
    assert cause(sends((first, 0, used(0, 3000)), (second, 420, used(0, 3300)))) == "ttl-expired"


def test_a_pause_shorter_than_the_lifetime_is_the_providers_miss() -> None:
    first, second = two(chat(2))
    (found,) = sends((first, 0, used(0, 3000)), (second, 200, used(0, 3300)))
    assert (found.cause, found.actionable) == ("provider-miss", False)


def test_an_hour_is_an_hour_when_it_was_asked_for() -> None:
    marked = {"cache_control": {"type": "ephemeral", "ttl": "1h"}}
    first, second = two(chat(2), **marked)
    found = sends((first, 0, used(0, 3000, hour=True)), (second, 3000, used(0, 3300, hour=True)))
    assert cause(found) == "provider-miss"
    found = sends((first, 0, used(0, 3000, hour=True)), (second, 3700, used(0, 3300, hour=True)))
    assert cause(found) == "ttl-expired"


def test_another_lifetime_is_another_entry() -> None:
    first = prompt_of(chat(2)[0], "anthropic", cache_control={"type": "ephemeral", "ttl": "1h"})
    second = prompt_of(chat(2)[1], "anthropic", 2)
    assert cause(sends((first, 0, used(0, 3000, hour=True)), (second, 40, used(0, 3300)))) == "ttl-changed"


def test_a_marked_prompt_under_the_minimum_is_too_small() -> None:
    talks = [replace(talk, tools=(), system=(prose(1),)) for talk in chat(2)]
    found = sends(
        (prompt_of(talks[0], "anthropic"), 0, used(0, 0, 600)),
        (prompt_of(talks[1], "anthropic", 2), 30, used(0, 0, 900)),
    )
    assert cause(found) == "below-minimum"


def test_a_small_prompt_for_which_nobody_asked_a_cache_is_no_break() -> None:
    talks = [replace(talk, tools=(), system=(prose(1),)) for talk in chat(2)]
    first, second = two(talks, "chat")
    assert sends((first, 0, used(0, 0, 600)), (second, 30, used(0, 0, 900))) == []


def test_a_request_without_a_marker_finds_nothing() -> None:
    first = prompt_of(chat(2)[0], "anthropic")
    bare = replace(chat(2)[1], system=())
    second = prompt_of(bare, "anthropic", 2, system=prose(903, 1200), **UNMARKED)
    assert cause(sends((first, 0, used(0, 3000)), (second, 30, used(0, 0, 3300)))) == "no-breakpoint"


def test_what_the_request_before_left_unmarked_is_missed_by_the_next() -> None:
    first, second, third = (prompt_of(talk, "anthropic", i, **UNMARKED) for i, talk in enumerate(work(3)))
    found = sends(
        (first, 0, used(0, 3000)), (second, 30, used(3000, 0, 400)), (third, 60, used(3000, 0, 800))
    )
    assert [(b.request, b.cause, b.lost_tokens) for b in found] == [(3, "no-breakpoint", 400)]


def test_too_many_blocks_at_once_are_out_of_reach() -> None:
    talk = chat(1)[0]
    wide = talk.says("assistant", prose(5)).says("user", *(prose(i, 12) for i in range(30)))
    found = sends(
        (prompt_of(talk, "anthropic"), 0, used(0, 3000)),
        (prompt_of(wide, "anthropic", 2), 30, used(2800, 900)),
    )
    assert cause(found) == "lookback-exceeded"


def test_a_request_sent_while_the_first_is_answered_cannot_read_it() -> None:
    first, second = two([chat(1)[0], chat(1)[0]])
    assert cause(sends((first, 0, used(0, 3000)), (second, 0.4, used(0, 3000)))) == "concurrent-write"


def test_a_refusal_for_its_markers_says_so() -> None:
    marked = [{"type": "text", "text": prose(i), "cache_control": {"type": "ephemeral"}} for i in range(5)]
    first, _ = two(chat(2))
    refused = replace(prompt_of(replace(chat(2)[1], system=()), "anthropic", 2, system=marked), status=400)
    (found,) = sends((first, 0, used(0, 3000)), (refused, 30, None))
    assert (found.cause, found.lost_tokens) == ("too-many-breakpoints", None)


def test_without_times_nobody_can_tell_expiry_from_a_miss() -> None:
    builder = FamilyBuilder(order_of)
    for exchange, usage in zip(two(chat(2)), (used(0, 3000), used(0, 3300)), strict=True):
        builder.add(replace(exchange, status=200, reply=Reply(usage=usage)))
    (found,) = breaks(builder.family())
    assert found.cause == "unknown"
    assert found.missing is not None
    assert "times" in found.missing


def test_a_provider_that_wrote_nothing_is_not_accused_of_a_miss() -> None:
    first, second = two(chat(2))
    assert cause(sends((first, 0, used(0, 0, 3000)), (second, 30, used(0, 0, 3300)))) == "unknown"


def test_an_edit_that_the_response_names_is_a_clearing() -> None:
    first, second = two(chat(2))
    builder = FamilyBuilder(order_of)
    edits = ("clear_tool_uses_20250919",)
    builder.add(replace(first, status=200, started_at=0.0, reply=Reply(usage=used(0, 3000))))
    cleared = Reply(usage=used(1000, 2000), context_edits=edits)
    builder.add(replace(second, status=200, started_at=30.0, reply=cleared))
    (found,) = breaks(builder.family())
    assert (found.cause, found.section, found.possible_event) == ("history-cleared", "none", "compaction")
