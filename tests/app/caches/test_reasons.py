from dataclasses import replace

import pytest

from importers.records import Reply
from pricing.usage import Usage
from tests.app.caches.made import asked, block, played


def told(read: int, written: int = 0, fresh: int = 0) -> Usage:
    return Usage(input_tokens=fresh, cache_read_tokens=read, cache_write_5m_tokens=written, output_tokens=10)


def reason(second: Usage, **facts: object) -> str | None:
    first = asked(0, block("a", "5m"), usage=told(0, 1000))
    return played([first, asked(60, block("a"), block("b", "5m"), usage=second, **facts)])[1].reason


def test_nothing_needs_a_reason_where_all_that_was_warm_is_read() -> None:
    assert reason(told(1000, 1000)) is None


def test_a_miss_that_bytes_time_and_rules_do_not_explain_is_the_providers() -> None:
    assert reason(told(0, 2000)) == "provider-miss"


def test_a_prompt_that_the_provider_edited_is_no_miss_of_its_cache() -> None:
    first = asked(0, block("a", "5m"), usage=told(0, 1000))
    edited = Reply(usage=told(0, 2000), context_edits=("clear_tool_uses",))
    second = replace(asked(60, block("a"), block("b", "5m")), reply=edited)
    assert played([first, second])[1].reason == "context-edited"


def test_reading_what_the_log_never_saw_sent_means_somebody_else_sent_it() -> None:
    (first,) = played([asked(0, block("a", "5m"), usage=told(900, 100))])
    assert (first.reason, first.residual) == ("warmed-elsewhere", 900)


def test_an_entry_may_outlive_its_promise() -> None:
    first = asked(0, block("a", "5m"), usage=told(0, 1000))
    late = asked(400, block("a"), block("b", "5m"), usage=told(1000, 1000))
    assert played([first, late])[1].reason == "outlived"


def test_changed_bytes_are_the_reason_where_the_predecessor_does_not_go_on() -> None:
    head = block("head", "5m")
    first = asked(0, head, block("a", "5m"), usage=told(0, 2000))
    assert (
        played([first, asked(60, head, block("b", "5m"), usage=told(1000, 1000))])[1].reason
        == "prefix-differs"
    )


@pytest.mark.parametrize(
    ("facts", "expected"), [({"status": 529}, "refused"), ({"cached_response": True}, "replayed")]
)
def test_a_call_that_no_model_answered_reads_nothing(facts: dict[str, object], expected: str) -> None:
    prediction = played([asked(0, block("a", "5m")), asked(60, block("a", "5m"), usage=None, **facts)])[1]
    assert (prediction.read, prediction.written, prediction.reason) == (0, 0, expected)
