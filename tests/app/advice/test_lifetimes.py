from decimal import Decimal

import pytest

from app.advice.lifetimes import best_lifetimes, calls_between
from importers.records import Exchange
from tests.app.caches.made import asked, block, grown, logged, played


def best(exchanges: list[Exchange]) -> tuple[str, Decimal, dict[str, Decimal]]:
    family = logged(exchanges)
    lanes = {request.id: "lane" for request in family.requests}
    (advice,) = best_lifetimes(family, lanes, played(exchanges))
    return advice.choice, advice.saves_usd, dict(advice.options)


def test_without_pauses_five_minutes_are_cheapest() -> None:
    choice, saves, options = best(grown(4, marker="1h"))
    assert choice == "5m"
    # Four writes of 1,000 tokens, at 6.25 instead of 10 dollars a million.
    assert saves == Decimal("0.015")
    assert options["as sent"] == options["1h"]


def test_pauses_of_twenty_minutes_are_cheaper_with_an_hour() -> None:
    choice, _, options = best(grown(12, gap=1200))
    assert choice == "1h"
    assert options["5m"] == options["as sent"]


def test_one_pause_of_seven_minutes_is_cheapest_kept_warm() -> None:
    head = block("head", chars=50_000)
    exchanges = [asked(at, head, block("a", "5m")) for at in (0, 60, 480)]
    choice, _, options = best(exchanges)
    assert choice == "5m, kept warm"
    # One call more, which reads 2,000 tokens at half a dollar a million, beside two reads of the same.
    assert options["5m, kept warm"] - options["5m"] == Decimal("0.001") * 2 - Decimal("0.0125")


@pytest.mark.parametrize(("gap", "calls"), [(60, 0), (300, 0), (301, 1), (599, 1), (600, 2)])
def test_calls_are_counted_by_the_length_of_the_pause(gap: float, calls: int) -> None:
    before, after = logged(grown(2, gap=gap)).requests
    assert calls_between(before, after) == calls


def test_nothing_is_advised_where_the_provider_offers_no_choice() -> None:
    exchanges = [asked(at, block("a"), block("b"), provider="openai", model="gpt-5.1") for at in (0, 60)]
    family = logged(exchanges)
    assert not list(best_lifetimes(family, {r.id: "lane" for r in family.requests}, played(exchanges)))
