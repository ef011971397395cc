from importers.apis.anthropic_usage import split_differs, usage_of
from pricing.usage import Usage


def test_writes_are_split_by_lifetime_where_the_report_splits_them() -> None:
    split = {"ephemeral_5m_input_tokens": 30, "ephemeral_1h_input_tokens": 70}
    usage, _ = usage_of({"input_tokens": 1, "cache_creation_input_tokens": 100, "cache_creation": split})
    assert usage == Usage(input_tokens=1, cache_write_5m_tokens=30, cache_write_1h_tokens=70)


def test_writes_without_a_split_stay_unsplit() -> None:
    usage, _ = usage_of({"input_tokens": 1, "cache_creation_input_tokens": 100})
    assert usage == Usage(input_tokens=1, cache_write_unsplit_tokens=100)


def test_a_split_of_zeros_beside_writes_is_no_split() -> None:
    split = {"ephemeral_5m_input_tokens": 0, "ephemeral_1h_input_tokens": 0}
    usage, _ = usage_of({"cache_creation_input_tokens": 9, "cache_creation": split})
    assert usage == Usage(cache_write_unsplit_tokens=9)


def test_a_split_that_does_not_add_up_is_a_contradiction() -> None:
    split = {"ephemeral_5m_input_tokens": 3, "ephemeral_1h_input_tokens": 0}
    assert split_differs({"cache_creation_input_tokens": 9, "cache_creation": split})
    assert not split_differs({"cache_creation_input_tokens": 3, "cache_creation": split})
    assert not split_differs({"cache_creation_input_tokens": 3})


def test_a_compaction_is_billed_by_all_its_passes_and_sized_by_the_last() -> None:
    compaction = {
        "type": "compaction",
        "input_tokens": 900,
        "output_tokens": 50,
        "cache_read_input_tokens": 20,
    }
    message = {"type": "message", "input_tokens": 60, "output_tokens": 7}
    billed, last = usage_of({"input_tokens": 60, "output_tokens": 7, "iterations": [compaction, message]})
    assert billed == Usage(input_tokens=960, output_tokens=57, cache_read_tokens=20)
    assert last == Usage(input_tokens=60, output_tokens=7)


def test_a_single_pass_is_the_usage_itself() -> None:
    one = {"type": "message", "input_tokens": 6, "output_tokens": 3}
    assert usage_of({**one, "iterations": [one]}) == (Usage(input_tokens=6, output_tokens=3), None)


def test_an_advisor_of_another_model_is_not_in_the_bill() -> None:
    message = {"type": "message", "input_tokens": 6}
    advisor = {"type": "advisor_message", "model": "other", "input_tokens": 500}
    assert usage_of({"input_tokens": 6, "iterations": [message, advisor]}) == (Usage(input_tokens=6), None)


def test_what_is_not_said_is_unknown() -> None:
    assert usage_of({}) == (None, None)
    assert usage_of({"output_tokens": 3})[0] == Usage(output_tokens=3)


def test_web_searches_are_counted() -> None:
    usage, _ = usage_of({"server_tool_use": {"web_search_requests": 2}})
    assert usage == Usage(web_searches=2)
