from __future__ import annotations

from dataclasses import replace

from app.lanes import settle
from app.prefix_stability.predecessor import Predecessors, trees
from app.requests import Family
from importers.records import Exchange
from tests.builders import FamilyBuilder
from tests.talks import chat, order_of, prompt_of, sent


def last_of(family: Family) -> tuple[int, int, str | None]:
    """The predecessor of the last request, how much it shares, and the parameter that ends it."""
    (lane,) = settle(family)
    predecessors = Predecessors(family, alone=True)
    for request in lane.requests[:-1]:
        predecessors.enter(request, lane)
    found = predecessors.of(lane.requests[-1], lane)
    assert found is not None
    return found.request.id, found.shared, found.void


def built(*exchanges: Exchange) -> Family:
    builder = FamilyBuilder(order_of)
    for i, exchange in enumerate(exchanges):
        builder.add(replace(exchange, started_at=float(i)))
    return builder.family()


def test_of_several_the_latest_is_the_predecessor() -> None:
    first, second = chat(2)
    assert last_of(sent([first, first, second]))[0] == 2


def test_the_longest_prefix_wins_over_the_latest_request() -> None:
    first, second, third = chat(3)
    other = replace(second, tools=second.tools[:1])
    assert last_of(sent([first, other, third]))[0] == 1


def test_a_voiding_parameter_ends_the_prefix_at_its_level() -> None:
    first, second = chat(2)
    forced = prompt_of(second, "anthropic", 2, tool_choice={"type": "any"})
    assert last_of(built(prompt_of(first, "anthropic"), forced)) == (1, 3, "tool_choice")


def test_a_request_with_the_same_parameters_is_closer() -> None:
    first, second, third = chat(3)
    forced = prompt_of(second, "anthropic", 2, tool_choice={"type": "any"})
    family = built(prompt_of(first, "anthropic"), forced, prompt_of(third, "anthropic", 3))
    assert last_of(family)[0] == 1


def test_a_refused_request_left_nothing_to_read() -> None:
    first, second = chat(2)
    refused = replace(prompt_of(first, "anthropic", 2), status=400)
    family = built(prompt_of(first, "anthropic"), refused, prompt_of(second, "anthropic", 3))
    assert last_of(family)[0] == 1


def test_a_tree_is_a_lane_with_all_that_branched_from_it() -> None:
    first, second, third = chat(3)
    fork = first.says("assistant", "Well.").says("user", "Another matter.")
    lanes = settle(sent([first, second, fork, third, *chat(2, seed=60)]))
    assert [len(tree) for tree in trees(lanes)] == [2, 1]
