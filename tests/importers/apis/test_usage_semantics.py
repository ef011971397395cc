from hypothesis import given
from hypothesis import strategies as st

from importers.apis.usage_semantics import EXCLUSIVE, INCLUSIVE, INFERRED, disjoint
from pricing.usage import Usage

tokens = st.integers(0, 5000)


def reported(given_: int | None, read: int | None, written: int | None, output: int | None) -> Usage:
    return Usage(
        input_tokens=given_,
        cache_read_tokens=read,
        cache_write_unsplit_tokens=written,
        output_tokens=output,
    )


@given(tokens, tokens, tokens, tokens, st.sampled_from((INCLUSIVE, EXCLUSIVE)))
def test_an_inclusive_report_is_known_by_its_total(
    fresh: int, read: int, write: int, out: int, rule: str
) -> None:
    prompt = fresh + read + write
    counted = disjoint(reported(prompt, read, write, out), prompt + out, rule)
    if read + write:
        assert (counted.usage, counted.semantics) == (reported(fresh, read, write, out), INCLUSIVE)
    assert not counted.contradiction


@given(tokens, tokens, tokens, tokens, st.sampled_from((INCLUSIVE, EXCLUSIVE)))
def test_an_exclusive_report_is_known_by_its_total(
    fresh: int, read: int, write: int, out: int, rule: str
) -> None:
    counted = disjoint(reported(fresh, read, write, out), fresh + read + write + out, rule)
    assert counted.usage == reported(fresh, read, write, out)
    assert counted.semantics == EXCLUSIVE or not read + write


def test_without_a_total_the_provider_decides() -> None:
    assert disjoint(reported(10, 6, None, 1), None, INCLUSIVE).usage.input_tokens == 4
    assert disjoint(reported(10, 6, None, 1), None, EXCLUSIVE).usage.input_tokens == 10


def test_more_cached_than_given_can_only_be_exclusive() -> None:
    counted = disjoint(reported(31, 0, 1253, 5), None, INCLUSIVE)
    assert (counted.usage.input_tokens, counted.semantics) == (31, INFERRED)


def test_reads_and_writes_that_name_the_same_tokens_are_counted_once() -> None:
    counted = disjoint(reported(2168, 2161, 2161, 100), 2268, INCLUSIVE)
    assert counted.usage == reported(7, 2161, None, 100)
    assert counted.contradiction


def test_a_total_that_fits_neither_reading_is_a_contradiction() -> None:
    assert disjoint(reported(10, 6, None, 1), 99, INCLUSIVE).contradiction
    assert disjoint(reported(10, 0, None, 1), 99, INCLUSIVE).contradiction


@given(*[st.none() | tokens] * 5, st.sampled_from((INCLUSIVE, EXCLUSIVE)))
def test_fresh_tokens_are_never_negative_and_unknowns_stay_unknown(
    given_: int | None, read: int | None, write: int | None, out: int | None, total: int | None, rule: str
) -> None:
    usage = disjoint(reported(given_, read, write, out), total, rule).usage
    assert (usage.input_tokens is None) == (given_ is None)
    assert (usage.input_tokens or 0) >= 0
    assert usage.cache_read_tokens == read
    assert usage.output_tokens == out
