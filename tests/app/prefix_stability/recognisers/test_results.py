from __future__ import annotations

import pytest

from app.prefix_stability.recognisers.results import shortened
from tests.app.prefix_stability.asking import only
from tests.talks import APIS, prose, result, sent, work

LONG = prose(510)


@pytest.mark.parametrize(
    ("new", "answer"),
    [
        (LONG[:200], True),
        (f"{LONG[:150]} [400 characters left out]", True),
        (f"{LONG[:100]} ... {LONG[-100:]}", True),
        ("[removed]", True),
        (f"{LONG} and more", False),
        (prose(4), False),
        (LONG[:-3], False),
    ],
)
def test_a_shortened_text_is_a_piece_or_a_placeholder(new: str, answer: bool) -> None:
    assert shortened(LONG, new) is answer


@pytest.mark.parametrize("api", APIS)
def test_one_result_cut_down_is_trimmed(api: str) -> None:
    talks = work(5)
    found = only(sent([*talks[:-1], talks[-1].with_message(2, result(501, f"{LONG[:80]} [cut]"))], api))
    assert (found.cause, found.rule) == ("result-trimmed", "result-fixed")


@pytest.mark.parametrize("api", APIS)
def test_two_results_cut_down_at_once_are_a_clearing(api: str) -> None:
    talks = work(5)
    now = talks[-1].with_message(2, result(501, "[gone]")).with_message(4, result(502, "[gone]"))
    found = only(sent([*talks[:-1], now], api))
    assert (found.cause, found.possible_event, found.behind) == ("history-cleared", "compaction", ())


@pytest.mark.parametrize("api", APIS)
def test_a_fresher_result_under_the_same_id_is_changed(api: str) -> None:
    talks = work(5)
    assert (
        only(sent([*talks[:-1], talks[-1].with_message(2, result(501, prose(3)))], api)).cause
        == "result-changed"
    )


def test_another_figure_in_a_result_is_other_content_and_no_counter() -> None:
    talks = [
        talk.with_message(2, result(501, f"7 jars. {LONG}")) if i else talk for i, talk in enumerate(work(5))
    ]
    now = talks[-1].with_message(2, result(501, f"9 jars. {LONG}"))
    assert only(sent([*talks[:-1], now])).cause == "result-changed"
