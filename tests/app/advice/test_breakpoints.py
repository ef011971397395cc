from decimal import Decimal

from app.advice import Advice, advise
from app.advice.breakpoints import missing_breakpoints, useless_breakpoints
from importers.records import Exchange
from tests.app.caches.made import asked, block, grown, logged, played


def missing(exchanges: list[Exchange]) -> list[Advice]:
    family = logged(exchanges)
    return list(missing_breakpoints(family, {r.id: "lane" for r in family.requests}, played(exchanges)))


def useless(exchanges: list[Exchange]) -> list[Advice]:
    family = logged(exchanges)
    return list(useless_breakpoints(family, {r.id: "lane" for r in family.requests}, played(exchanges)))


def test_a_growing_conversation_without_breakpoints_lacks_one() -> None:
    names = ["a", "b", "c", "d"]
    unmarked = [asked(60.0 * n, *(block(name) for name in names[: n + 1])) for n in range(4)]
    (advice,) = missing(unmarked)
    # 6,000 tokens read at 0.5 and 4,000 written at 6.25, instead of 10,000 at 5 dollars a million.
    assert advice.saves_usd == Decimal("0.05") - Decimal("0.028")
    assert advice.provenance == "simulated"


def test_a_conversation_that_marks_its_end_lacks_nothing() -> None:
    assert missing(grown(4)) == []


def test_a_breakpoint_on_what_always_changes_is_useless() -> None:
    head = block("head", "5m", role="system")
    exchanges = [asked(60.0 * n, head, block(f"question {n}", "5m")) for n in range(3)]
    (advice,) = useless(exchanges)
    assert advice.choice == "messages"
    # Three writes of 1,000 tokens at 6.25 instead of 5 dollars a million.
    assert advice.saves_usd == Decimal("0.00375")


def test_a_breakpoint_that_is_read_is_not_useless() -> None:
    assert useless(grown(4)) == []


def test_advice_that_saves_most_comes_first() -> None:
    exchanges = [asked(60.0 * n, block("a"), block(f"b{n}")) for n in range(3)] + grown(4, marker="1h")
    family = logged(exchanges)
    found = advise(family, {r.id: f"lane {r.id > 3}" for r in family.requests})
    assert [a.saves_usd for a in found] == sorted((a.saves_usd for a in found), reverse=True)
    assert found
