from __future__ import annotations

from dataclasses import replace

from importers.records import Reply
from pricing.usage import Usage
from tests.app.prefix_stability.asking import only
from tests.builders import FamilyBuilder
from tests.talks import Talk, order_of, prompt_of, prose, result, work


def second(before: Talk, now: Talk, read: int, gap: float, model: str = "claude-sonnet-5"):  # type: ignore[no-untyped-def]
    """The break of a request that read so much, sent that long after the one before."""
    builder = FamilyBuilder(order_of)
    for i, (talk, usage) in enumerate(
        (
            (before, Usage(input_tokens=3, cache_read_tokens=0, cache_write_5m_tokens=3600)),
            (now, Usage(input_tokens=3, cache_read_tokens=read, cache_write_5m_tokens=3800 - read)),
        )
    ):
        exchange = prompt_of(talk, "anthropic", i, **({"model": model} if i else {}))
        builder.add(
            replace(exchange, status=200, started_at=i * gap, ended_at=i * gap + 3, reply=Reply(usage=usage))
        )
    return only(builder.family())


TRIMMED = work(3)[-1].with_message(2, result(501, f"{prose(510)[:90]} [cut]"))


def test_reading_that_stopped_at_the_change_is_explained_by_it() -> None:
    found = second(work(2)[-1], TRIMMED, read=3000, gap=30)
    assert (found.cause, found.behind) == ("result-trimmed", ())


def test_a_pause_comes_first_where_an_older_entry_was_not_read_either() -> None:
    found = second(work(2)[-1], TRIMMED, read=0, gap=500)
    assert (found.cause, [change.cause for change in found.behind]) == ("ttl-expired", ["result-trimmed"])


def test_a_change_comes_first_where_nothing_stood_in_front_of_it() -> None:
    timed = [
        replace(t, tools=(), system=(f"It is 10:0{i}:00. {prose(903, 1200)}",)) for i, t in enumerate(work(2))
    ]
    assert second(*timed, read=0, gap=500).cause == "clock"


def test_another_model_comes_before_any_change() -> None:
    found = second(work(2)[-1], TRIMMED, read=0, gap=30, model="claude-opus-5")
    assert (found.cause, [change.cause for change in found.behind]) == ("model-changed", ["result-trimmed"])


def test_a_prompt_that_nobody_could_cache_comes_before_any_change() -> None:
    small = [replace(t, tools=(), system=(f"It is 10:0{i}:00.",)) for i, t in enumerate(work(2))]
    builder = FamilyBuilder(order_of)
    for i, talk in enumerate(small):
        usage = Usage(input_tokens=700 + i, cache_read_tokens=0, cache_write_5m_tokens=0)
        builder.add(
            replace(
                prompt_of(talk, "anthropic", i), status=200, started_at=30.0 * i, reply=Reply(usage=usage)
            )
        )
    found = only(builder.family())
    assert (found.cause, [change.cause for change in found.behind]) == ("below-minimum", ["clock"])
