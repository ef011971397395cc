from __future__ import annotations

from dataclasses import replace

import pytest

from tests.app.prefix_stability.asking import breaks, only
from tests.talks import APIS, Talk, call, chat, prose, result, sent, work


@pytest.mark.parametrize("api", APIS)
def test_messages_dropped_from_the_front_are_a_window_that_slid(api: str) -> None:
    talks = chat(5)
    assert only(sent([*talks[:-1], talks[-1].without_messages(0, 4)], api)).cause == "window-slid"


@pytest.mark.parametrize("api", APIS)
def test_messages_dropped_from_the_middle_are_removed(api: str) -> None:
    talks = chat(5)
    assert only(sent([*talks[:-1], talks[-1].without_messages(2, 4)], api)).cause == "message-removed"


@pytest.mark.parametrize("api", APIS)
def test_a_summary_with_a_verbatim_tail_is_declared(api: str) -> None:
    talks = chat(5)
    short = Talk().says("user", f"What happened so far: {prose(300, 150)}").says("assistant", "Understood.")
    found = only(sent([*talks, replace(short, messages=(*short.messages, *talks[-1].messages[-3:]))], api))
    assert (found.cause, found.event, found.declared, found.actionable) == (
        "history-summarised",
        "compaction",
        True,
        False,
    )


def test_an_edit_that_cuts_off_what_followed_may_be_the_users() -> None:
    talks = chat(4)
    edited = talks[-1].without_messages(3, 9).with_message(2, f"Rather tell me about {prose(9, 40)}")
    found = only(sent([*talks, edited]))
    assert (found.cause, found.possible_event, found.declared) == ("message-edited", "user-edit", False)


def test_an_answer_in_place_of_the_pending_result() -> None:
    talks = work(3)
    asked = talks[-1].says("assistant", "One moment.", call(990, question="Left or right?"))
    pending = asked.says("user", result(990, "The question was shown."))
    answered = talks[-1].says("assistant", "One moment.").says("user", "The left one, please.")
    answered = answered.says("assistant", prose(20)).says("user", prose(21))
    found = only(sent([*talks, pending, answered]))
    assert (found.cause, found.rule) == ("answer-as-message", "answer-is-result")


def test_the_same_words_in_other_blocks_are_another_prefix() -> None:
    apart = [talk.with_message(0, prose(3), prose(4)) for talk in chat(3)]
    joined = apart[-1].with_message(0, f"{prose(3)}\n{prose(4)}")
    found = only(sent([*apart[:-1], joined]))
    assert (found.cause, found.offset) == ("prefix-differs", len(prose(3)))


def test_going_back_and_reading_it_is_no_break() -> None:
    talks = chat(4)
    assert breaks(sent([*talks, talks[1]])) == []


def test_the_end_of_a_history_taken_back_is_no_edit() -> None:
    talks = chat(4)
    family = sent([*talks, talks[1]], usage=False)
    assert breaks(family) == []
