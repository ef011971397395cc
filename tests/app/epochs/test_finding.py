from dataclasses import replace
from decimal import Decimal

import pytest

from app.epochs import find_epochs
from app.prefix_stability.findings import Behind
from importers.records import Fidelity
from pricing.usage import Usage
from tests.app.lane_builder import broken, family_of_prompts, lane_of, result

OLD = ["a", "b", "c", "d", "e"]
CUT = ["summary", "d"]


def usage(fresh, read, written=0):
    return Usage(input_tokens=fresh, output_tokens=10, cache_read_tokens=read, cache_write_5m_tokens=written)


@pytest.fixture
def shrunk():
    """Ten thousand tokens, then four thousand, of which one thousand are read."""
    return family_of_prompts(
        OLD[:3], OLD, CUT, [*CUT, "f"],
        usage=[usage(0, 0, 9_000), usage(0, 9_000, 1_000), usage(0, 1_000, 3_000), usage(0, 4_000, 100)],
    )  # fmt: skip


def test_a_history_that_only_grows_is_one_open_epoch():
    family = family_of_prompts(["a"], ["a", "b", "c"], usage=[usage(0, 0, 50), usage(0, 50, 20)])
    (epoch,) = find_epochs(family, lane_of(family))
    assert (epoch.first, epoch.last, epoch.tier, epoch.tokens_before) == (1, 2, "none", 70)
    assert epoch.tokens_after is epoch.freed_tokens is epoch.cost_usd is epoch.breaks_even_at is None


@pytest.mark.parametrize(
    ("cause", "tier"),
    [("history-cleared", "clear"), ("history-summarised", "summary"), ("window-slid", "window")],
)
def test_each_way_of_shrinking_ends_an_epoch(shrunk, cause, tier):
    epochs = find_epochs(shrunk, lane_of(shrunk), breaks=[broken(shrunk, 3, cause)])
    assert [(epoch.first, epoch.last, epoch.tier) for epoch in epochs] == [(1, 2, tier), (3, 4, "none")]


@pytest.mark.parametrize(
    "cause", ["message-edited", "result-trimmed", "clock", "ttl-expired", "message-removed"]
)
def test_no_other_break_ends_an_epoch(shrunk, cause):
    (epoch,) = find_epochs(shrunk, lane_of(shrunk), breaks=[broken(shrunk, 3, cause)])
    assert epoch.tier == "none"


def test_a_cut_behind_another_cause_ends_an_epoch(shrunk):
    behind = (Behind(path="messages[0]", cause="history-cleared", lost_tokens=1),)
    found = broken(shrunk, 3, "ttl-expired", behind=behind)
    assert find_epochs(shrunk, lane_of(shrunk), breaks=[found])[0].tier == "clear"


def test_tokens_before_and_after_are_those_of_the_prompts_around_the_cut(shrunk):
    epoch = find_epochs(shrunk, lane_of(shrunk), breaks=[broken(shrunk, 3, "history-summarised")])[0]
    assert (epoch.tokens_before, epoch.tokens_after, epoch.freed_tokens) == (10_000, 4_000, 6_000)
    assert epoch.provenance == "reported"


def test_what_was_not_read_was_rewritten_and_costs_the_write_rate_less_the_read_rate(shrunk):
    epoch = find_epochs(shrunk, lane_of(shrunk), breaks=[broken(shrunk, 3, "window-slid")])[0]
    assert epoch.rewritten_tokens == 3_000
    # Sonnet 5: 2.50 to write and 0.20 to read, USD per million tokens.
    assert epoch.cost_usd == 3_000 * (Decimal("2.5") - Decimal("0.2")) / 1_000_000


def test_the_freed_tokens_pay_for_the_miss_request_by_request(shrunk):
    epoch = find_epochs(shrunk, lane_of(shrunk), breaks=[broken(shrunk, 3, "history-summarised")])[0]
    # 0.0069 USD against 6,000 tokens less to read with each request, 0.0012 USD: six requests from the third on.
    assert epoch.breaks_even_at == 2 + 6


def test_nothing_freed_never_pays():
    family = family_of_prompts(OLD, CUT, usage=[usage(0, 0, 100), usage(0, 0, 200)])
    epoch = find_epochs(family, lane_of(family), breaks=[broken(family, 2, "window-slid")])[0]
    assert (epoch.freed_tokens, epoch.breaks_even_at) == (-100, None)


def test_what_came_on_top_anyway_does_not_count_against_the_cut():
    before, after = ["a", "b" * 400, "c"], ["s", "x", "c", "y" * 4_000]
    counts = [usage(0, 0, 1_000), usage(0, 0, 1_500)]
    family = family_of_prompts(before, after, usage=counts)
    epoch = find_epochs(family, lane_of(family), breaks=[broken(family, 2, "history-summarised")])[0]
    assert epoch.freed_tokens == -500
    assert epoch.breaks_even_at is not None


def test_without_a_price_money_is_unknown_and_never_zero():
    family = family_of_prompts(OLD, CUT, usage=[usage(0, 0, 100), usage(0, 0, 50)], model="house-model-1")
    epoch = find_epochs(family, lane_of(family), breaks=[broken(family, 2, "window-slid")])[0]
    assert (epoch.cost_usd, epoch.breaks_even_at, epoch.budget) == (None, None, None)


def test_without_usage_sizes_are_estimated_and_say_so():
    family = family_of_prompts(["a" * 340, "b" * 340], ["a" * 340, "c"], usage=None, reply_id=None)
    epoch = find_epochs(family, lane_of(family), breaks=[broken(family, 2, "history-summarised")])[0]
    assert epoch.provenance == "estimated"
    assert epoch.tokens_before > epoch.tokens_after > epoch.rewritten_tokens >= 0


def test_a_boundary_in_a_transcript_ends_an_epoch_without_any_break():
    family = family_of_prompts(["a"], ["b"], fidelity=Fidelity.RECONSTRUCTED, events=[(), ("compaction",)])
    first, second = find_epochs(family, lane_of(family))
    assert (first.tier, first.declared, second.tier) == ("summary", True, "none")
    assert first.kept is None, "a transcript does not hold the prompts"


def test_an_event_without_any_sign_in_the_bytes_ends_nothing():
    family = family_of_prompts(["a"], ["a", "b", "c"], events=[(), ("compaction",)])
    assert [epoch.tier for epoch in find_epochs(family, lane_of(family))] == ["none"]


def test_a_cut_that_the_log_declares_ends_an_epoch_although_it_cost_nothing():
    for cut, tier in ((CUT, "summary"), (OLD[2:], "window")):
        family = family_of_prompts(OLD, cut, events=[(), ("compaction",)])
        assert [epoch.tier for epoch in find_epochs(family, lane_of(family))] == [tier, "none"]


def test_a_trim_that_the_log_calls_a_compaction_is_a_clear():
    family = family_of_prompts(OLD, CUT, events=[(), ("compaction",)])
    epochs = find_epochs(family, lane_of(family), breaks=[broken(family, 2, "result-trimmed")])
    assert (epochs[0].tier, epochs[0].declared) == ("clear", True)


def test_the_logs_own_counts_come_first():
    family = family_of_prompts(["a"], ["b"], fidelity=Fidelity.RECONSTRUCTED, events=[(), ("compaction",)])
    facts = {family.requests[1].id: {"preTokens": 156_286, "postTokens": 4_000, "trigger": "auto"}}
    epoch = find_epochs(family, lane_of(family), boundaries=facts)[0]
    assert (epoch.tokens_before, epoch.tokens_after) == (156_286, 4_000)


def test_counts_that_are_no_numbers_are_not_taken():
    family = family_of_prompts(["a"], ["b"], fidelity=Fidelity.RECONSTRUCTED, events=[(), ("compaction",)])
    facts = {family.requests[1].id: {"preTokens": "many"}}
    assert isinstance(find_epochs(family, lane_of(family), boundaries=facts)[0].tokens_before, int)


def test_whether_a_turn_was_going_on_is_told_by_the_last_reply(shrunk):
    found = broken(shrunk, 3, "history-cleared")
    lane = lane_of(shrunk)
    for reason, inside in (("tool_use", True), ("tool_calls", True), ("end_turn", False), (None, None)):
        second = replace(lane.requests[1], stop_reason=reason)
        told = replace(lane, requests=(lane.requests[0], second, *lane.requests[2:]))
        assert find_epochs(shrunk, told, breaks=[found])[0].inside_turn is inside


def summarised(instruction_behind):
    """A conversation, the call that sums it up, and what goes on from the summary."""
    call = [*OLD, "x", "sum up"] if instruction_behind else ["sum this up", "x", *OLD]
    family = family_of_prompts(
        OLD, call, CUT, usage=[usage(0, 0, 10_000), usage(500, 10_000), usage(0, 0, 4_000)]
    )
    side = lane_of(family, 2, name="talk.2", parent="talk", side="summary")
    return find_epochs(
        family, lane_of(family, 1, 3), breaks=[broken(family, 3, "history-summarised")], lanes=[side]
    )[0]


def test_a_summary_call_behind_the_whole_prompt_is_a_fork():
    call = summarised(instruction_behind=True).summary_call
    assert (call.conversation, call.fork, call.read_tokens) == ("talk.2", True, 10_000)


def test_a_summary_call_under_another_head_is_cold():
    assert not summarised(instruction_behind=False).summary_call.fork


def test_the_summary_call_has_to_be_paid_back_as_well():
    epoch = summarised(instruction_behind=True)
    # 4,000 x 2.30 for the miss; 500 x 2, 10,000 x 0.20 and 10 x 10 for the call; 6,000 x 0.20 a request.
    assert epoch.summary_call.usd == Decimal("0.0031")
    assert epoch.breaks_even_at == 1 + 11


def test_another_lanes_summary_is_not_ours(shrunk):
    side = lane_of(shrunk, 2, name="other.2", parent="other", side="summary")
    found = [broken(shrunk, 3, "history-summarised")]
    assert find_epochs(shrunk, lane_of(shrunk, 1, 3, 4), breaks=found, lanes=[side])[0].summary_call is None


def test_cleared_results_leave_the_questions_pinned():
    before = ["task", "call", result("long " * 100), "call 2", result("more " * 100)]
    after = ["task", "call", result("[cleared]"), "call 2", result("[gone]"), "answer"]
    family = family_of_prompts(before, after)
    epoch = find_epochs(family, lane_of(family), breaks=[broken(family, 2, "history-cleared")])[0]
    assert epoch.kept.pinned == 1
