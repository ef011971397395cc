from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from app.journal_diffs.alignment import align


def gaps(old, new):
    return [(list(gap.old), list(gap.new)) for gap in align(old, new).gaps]


def test_equal_sequences_have_no_gap():
    assert gaps([1, 2, 3], [1, 2, 3]) == []


def test_what_came_at_the_end_is_one_gap():
    assert gaps([1, 2], [1, 2, 3, 4]) == [([], [2, 3])]


def test_what_went_from_the_front_moves_nothing():
    aligned = align([1, 2, 3, 4], [3, 4, 5])
    assert not aligned.moved
    assert gaps([1, 2, 3, 4], [3, 4, 5]) == [([0, 1], []), ([], [2])]


def test_one_that_changed_between_two_that_stayed_is_a_gap_on_both_sides():
    assert gaps([1, 2, 3], [1, 9, 3]) == [([1], [1])]


def test_of_two_that_changed_places_one_has_moved():
    aligned = align([1, 2, 3], [1, 3, 2])
    assert len(aligned.moved) == len(aligned.moved_from) == 1


def test_items_that_recur_are_matched_from_both_ends():
    assert gaps([7, 7, 7], [7, 7]) == [([2], [])]


@given(st.lists(st.integers(0, 12), max_size=20), st.lists(st.integers(0, 12), max_size=20))
def test_outside_of_gaps_and_moves_both_sides_are_equal(old, new):
    aligned = align(old, new)
    gone = {a for gap in aligned.gaps for a in gap.old} | aligned.moved_from
    come = {b for gap in aligned.gaps for b in gap.new} | aligned.moved
    assert [x for a, x in enumerate(old) if a not in gone] == [x for b, x in enumerate(new) if b not in come]
    assert sorted(old[a] for a in aligned.moved_from) == sorted(new[b] for b in aligned.moved)


@given(st.permutations(range(12)))
def test_what_stayed_is_the_longest_rising_part(new):
    aligned = align(range(12), new)
    stayed = [item for place, item in enumerate(new) if place not in aligned.moved]
    assert all(a < b for a, b in pairwise(stayed))
    lengths = [1] * len(new)
    for b in range(len(new)):
        lengths[b] += max((lengths[a] for a in range(b) if new[a] < new[b]), default=0)
    assert len(stayed) == max(lengths)
