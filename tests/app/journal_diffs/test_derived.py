from app.journal_diffs import journal_of
from pricing.usage import Usage
from tests.app.lane_builder import family_of_prompts, lane_of

A, B, C, D, E = (letter * 500 for letter in "abcde")
STEPS = [[A], [A, B, C], [A, B, C, D, E]]


def usage(fresh, read, written):
    return Usage(input_tokens=fresh, output_tokens=1, cache_read_tokens=read, cache_write_5m_tokens=written)


def journal(usages, steps=STEPS, until=None):
    family = family_of_prompts(*steps, usage=usages, params={}, model=None, provider="anthropic")
    return journal_of(family, lane_of(family), until)


def committed(found):
    return [(entry.request, entry.committed) for entry in found.entries]


def test_each_request_adds_what_it_adds():
    found = journal([usage(50, 0, 0), usage(150, 0, 0), usage(250, 0, 0)])
    assert [(entry.request, entry.change.path) for entry in found.entries] == [
        (1, "messages[0].content[0]"),
        (2, "messages[1].content[0]"),
        (2, "messages[2].content[0]"),
        (3, "messages[3].content[0]"),
        (3, "messages[4].content[0]"),
    ]


def test_what_was_written_is_committed():
    found = journal([usage(0, 0, 50), usage(0, 50, 100), usage(0, 150, 100)])
    assert all(is_committed for _, is_committed in committed(found))
    assert found.watermark == 3


def test_the_watermark_stands_before_the_first_request_that_is_not_held_whole():
    found = journal([usage(0, 0, 500), usage(0, 500, 1000), usage(1000, 1500, 0)])
    assert committed(found) == [(1, True), (2, True), (2, True), (3, False), (3, False)]
    assert found.watermark == 2


def test_where_nothing_is_cached_nothing_is_committed():
    found = journal([usage(50, 0, 0), usage(150, 0, 0), usage(250, 0, 0)])
    assert not any(is_committed for _, is_committed in committed(found))
    assert found.watermark == 0


def test_a_later_request_commits_what_earlier_ones_left_unwritten():
    found = journal([usage(500, 0, 0), usage(1500, 0, 0), usage(0, 0, 2500)])
    assert found.watermark == 3


def test_up_to_an_earlier_request_the_later_ones_tell_nothing():
    found = journal([usage(500, 0, 0), usage(1500, 0, 0), usage(0, 0, 2500)], until=2)
    assert found.watermark == 0
    assert {entry.request for entry in found.entries} == {1, 2}


def test_without_reported_reads_nobody_can_tell():
    found = journal(None)
    assert found.watermark is None
    assert {is_committed for _, is_committed in committed(found)} == {None}


def test_a_removal_counts_as_held_once_the_prompt_without_it_is():
    found = journal([usage(0, 0, 1500), usage(0, 500, 0)], [[A, B, C], [A]])
    assert [entry.change.kind for entry in found.entries][-2:] == ["removed", "removed"]
    assert found.watermark == 2
