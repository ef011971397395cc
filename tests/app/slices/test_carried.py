from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from app.slices import carried_blocks
from tests.app.lane_builder import family_of_prompts


def told(*prompts):
    family = family_of_prompts(*prompts)
    found = carried_blocks(family, family.requests)
    return {known.segment.path: (known.first, known.times) for known in found.values()}


def test_a_block_that_came_first_is_sent_with_every_request():
    assert told(["a"], ["a", "b"], ["a", "b", "c"]) == {
        "messages[0].content[0]": (1, 3),
        "messages[1].content[0]": (2, 2),
        "messages[2].content[0]": (3, 1),
    }


def test_a_block_that_moved_is_one_block_at_its_first_place():
    assert told(["a", "b", "c"], ["c"])["messages[2].content[0]"] == (1, 2)


@given(st.lists(st.lists(st.sampled_from("abcd"), min_size=1, max_size=6), min_size=1, max_size=6))
def test_counts_are_those_of_looking_at_every_request(prompts):
    family = family_of_prompts(*prompts)
    plain = Counter(segment.block for request in family.requests for segment in family.tail(request))
    found = carried_blocks(family, family.requests)
    assert {block: known.times for block, known in found.items()} == plain
    for block, known in found.items():
        holds = [any(s.block == block for s in family.tail(request)) for request in family.requests]
        assert known.first == holds.index(True) + 1
