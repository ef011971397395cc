from decimal import Decimal

from hypothesis import given
from hypothesis import strategies as st

from app.slices import Slice, worth_of
from pricing.rates import rates_of

RATES = rates_of({"fresh": Decimal(2), "cache_read": Decimal("0.2")}, provider="p", model="m")
WRITE = Decimal("2.5")


def cut(kept, whole, rewritten):
    return Slice(
        kept=(),
        dropped=(),
        by_kind={"user": kept},
        total_by_kind={"user": whole},
        first_difference="messages[0]" if rewritten else None,
        rewritten_tokens=rewritten,
    )


def test_a_slice_is_priced_uncached_read_whole_and_sent_for_the_first_time():
    worth = worth_of(cut(20_000, 180_000, 15_000), RATES, WRITE)
    assert worth.fresh == Decimal("0.04")
    assert worth.cached == Decimal("0.004")
    assert worth.whole_cached == Decimal("0.036")
    assert worth.first == Decimal("0.004") + 15_000 * Decimal("2.3") / 1_000_000


def test_what_is_written_again_is_paid_back_by_reading_less():
    # 0.0345 USD once, 0.032 USD saved with each request.
    assert worth_of(cut(20_000, 180_000, 15_000), RATES, WRITE).repaid_after == 2


def test_a_slice_that_rewrites_nothing_pays_at_once():
    assert worth_of(cut(10, 20, 0), RATES, WRITE).repaid_after == 1


def test_a_slice_that_drops_nothing_never_pays():
    assert worth_of(cut(20, 20, 0), RATES, WRITE).repaid_after is None


@given(st.integers(1, 10**6), st.integers(1, 10**6), st.floats(0, 1))
def test_after_that_many_requests_it_has_paid_and_not_before(kept, dropped, share):
    worth = worth_of(cut(kept, kept + dropped, round(kept * share)), RATES, WRITE)
    once, saved = worth.first - worth.cached, worth.whole_cached - worth.cached
    assert worth.repaid_after * saved >= once
    assert worth.repaid_after == 1 or (worth.repaid_after - 1) * saved < once
