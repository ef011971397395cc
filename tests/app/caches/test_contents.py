from decimal import Decimal

from importers.records import Exchange
from pricing.usage import Usage
from tests.app.caches.made import asked, block, played


def named(at: float, name: str) -> Exchange:
    usage = Usage(input_tokens=10, cache_read_tokens=5000, output_tokens=1)
    params = {"cachedContent": f'"{name}"'}
    return asked(at, block("q"), provider="google", model="gemini-3.8-flash", params=params, usage=usage)


def test_a_named_content_is_read_whole_once_its_size_was_told() -> None:
    predictions = played([named(0, "book"), named(1800, "book"), named(1801, "other")])
    assert [p.read for p in predictions] == [0, 5000, 0]
    assert predictions[1].reason is None


def test_a_named_content_is_billed_for_the_time_between_two_uses() -> None:
    predictions = played([named(0, "book"), named(1800, "book")])
    assert [p.storage_token_hours for p in predictions] == [0, Decimal(2500)]
