from decimal import Decimal

from pricing.rates import rates_of


def test_a_cached_token_without_a_price_is_charged_as_fresh_and_said_to_be() -> None:
    rates = rates_of({"fresh": Decimal(2), "output": Decimal(8)}, provider="groq", model="m")
    assert rates.cache_read == rates.cache_write_5m == rates.cache_write_1h == Decimal(2)
    assert rates.assumed == ("cache_read",)


def test_one_write_price_is_that_of_the_default_lifetime() -> None:
    prices = {"fresh": Decimal(3), "cache_read": Decimal("0.3"), "cache_write": Decimal("3.75")}
    rates = rates_of(prices, provider="anthropic", model="m")
    assert rates.cache_write_5m == rates.cache_write_30m == rates.cache_write_unsplit == Decimal("3.75")
    assert rates.assumed == ("cache_write_1h", "cache_write_12h")


def test_an_unpriced_long_write_costs_no_less_than_fresh_tokens() -> None:
    rates = rates_of({"fresh": Decimal(3), "cache_write": Decimal(1)}, provider="p", model="m")
    assert rates.cache_write_1h == Decimal(3)


def test_a_model_that_only_reads_has_no_output_price() -> None:
    assert rates_of({"fresh": Decimal(1)}, provider="openai", model="text-embedding-3-small").output is None
