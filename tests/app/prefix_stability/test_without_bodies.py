from __future__ import annotations

from dataclasses import replace

from app.prefix_stability.findings import Break
from importers.records import Fidelity, Reply
from pricing.usage import Usage
from tests.app.prefix_stability.asking import breaks
from tests.builders import FamilyBuilder
from tests.talks import Talk, order_of, prompt_of


def transcript(
    *reads: tuple[float, int, int], model: str = "claude-sonnet-5", event: str = ""
) -> list[Break]:
    """The breaks of a transcript: seconds, tokens read and tokens written of each request; `model` of the last."""
    builder = FamilyBuilder(order_of)
    for i, (at, read, written) in enumerate(reads):
        last = i == len(reads) - 1
        exchange = prompt_of(Talk(tools=(), system=()).says("user", f"Turn {i}"), "anthropic", i)
        if last:
            exchange = replace(exchange, prompt=replace(exchange.prompt, model=model))
        usage = Usage(input_tokens=4, cache_read_tokens=read, cache_write_5m_tokens=written)
        builder.add(
            replace(
                exchange,
                conversation="t",
                fidelity=Fidelity.RECONSTRUCTED,
                started_at=at,
                reply=Reply(usage=usage),
            ),
            (event,) if last and event else (),
        )
    return breaks(builder.family())


def test_reads_that_grow_are_fine() -> None:
    assert transcript((0, 0, 9000), (30, 9000, 500), (60, 9500, 700)) == []


def test_a_log_that_never_wrote_or_read_shows_no_drop() -> None:
    assert transcript((0, 0, 0), (30, 0, 0)) == []


def test_reads_that_drop_are_unknown_for_want_of_bodies() -> None:
    (found,) = transcript((0, 0, 9000), (30, 9000, 500), (60, 0, 10000))
    assert (found.cause, found.section, found.path, found.missing) == (
        "unknown",
        "none",
        None,
        "no request bodies",
    )
    assert (found.lost_tokens, found.provenance, found.actionable) == (9504, "estimated", False)


def test_a_long_pause_explains_the_drop() -> None:
    (found,) = transcript((0, 0, 9000), (30, 9000, 500), (400, 0, 10000))
    assert found.cause == "ttl-expired"


def test_another_model_explains_the_drop() -> None:
    (found,) = transcript((0, 0, 9000), (30, 9000, 500), (60, 0, 10000), model="claude-opus-5")
    assert (found.cause, found.event) == ("model-changed", "model-switch")


def test_a_compact_boundary_explains_the_drop() -> None:
    (found,) = transcript((0, 0, 9000), (30, 9000, 500), (60, 3000, 2000), event="compaction")
    assert (found.cause, found.declared, found.actionable) == ("history-summarised", True, False)
