from datetime import UTC, date, datetime
from decimal import Decimal

from pricing.listing import price_list

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)


def test_a_models_history_is_listed_in_order_with_its_source() -> None:
    rows = [
        row
        for row in price_list("gpt-5.6-luna").rows
        if (row.provider, row.model) == ("openai", "gpt-5.6-luna")
    ]
    assert [(row.since, row.until, row.rates["fresh"]) for row in rows] == [
        (None, date(2026, 7, 30), Decimal(1)),
        (date(2026, 7, 30), None, Decimal("0.2")),
    ]
    assert rows[1].tiers[0][0] == 272_000
    assert rows[1].tiers[0][1]["fresh"] == Decimal("0.4")
    assert "genai-prices" in rows[1].source


def test_at_a_time_there_is_one_row_a_seller() -> None:
    rows = price_list("gpt-5.6-luna", NOON).rows
    sellers = [(row.provider, row.model) for row in rows]
    assert len(sellers) == len(set(sellers)) > 2


def test_a_price_that_depends_on_the_hour_names_its_hours() -> None:
    rows = [
        row
        for row in price_list("deepseek-v4-flash").rows
        if row.provider == "deepseek" and row.until is None
    ]
    assert {row.hours: row.rates["fresh"] for row in rows} == {
        "": Decimal("0.15"),
        "01:00-04:00; 06:00-10:00": Decimal("0.3"),
        "sat, sun": Decimal("0.15"),
    }


def test_models_of_the_overlay_are_listed() -> None:
    assert ("anthropic", "claude-mythos-5-1") in {
        (r.provider, r.model) for r in price_list("mythos-5-1", NOON).rows
    }


def test_what_nobody_prices_is_named() -> None:
    (missing,) = price_list("nothing-at-all").missing
    assert (missing.model, missing.what) == ("nothing-at-all", "no source prices this model")


def test_a_read_charged_as_fresh_is_named() -> None:
    named = {(m.provider, m.what) for m in price_list("qwen3-max", NOON).missing}
    assert ("alibaba", "no cache read price: reads are charged as fresh") in named


def test_a_price_on_nobodys_page_is_listed_as_assumed() -> None:
    prices = price_list("deepseek-chat", NOON)
    row = next(row for row in prices.rows if (row.provider, row.model) == ("deepseek", "deepseek-chat"))
    assert ("price" in row.assumed, row.source.startswith("assumed: ")) == (True, True)
    named = {(m.provider, m.model, m.what) for m in prices.missing}
    assert ("deepseek", "deepseek-chat", "no seller's page with this price: it is assumed") in named
