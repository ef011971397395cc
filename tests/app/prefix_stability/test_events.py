from __future__ import annotations

from dataclasses import replace

import pytest

from app.prefix_stability.findings import Break
from importers.records import Event, Exchange
from tests.app.prefix_stability.asking import only
from tests.builders import family_with_events
from tests.talks import Talk, chat, order_of, prompt_of, prose, sent


def with_event(talks: list[Talk], kind: str) -> Break:
    """The break of the last talk when the log tells of an event in front of it."""
    records: list[Exchange | Event] = [
        replace(prompt_of(talk, "anthropic", i), started_at=30.0 * i) for i, talk in enumerate(talks)
    ]
    records.insert(-1, Event(source="talk", line=None, kind=kind))
    return only(family_with_events(records, order_of))


def renamed(talks: list[Talk], start: int) -> list[Talk]:
    """The talks with other house rules from one of them on."""
    return [
        replace(t, system=(f"Second edition. {t.system[0]}",)) if i >= start else t
        for i, t in enumerate(talks)
    ]


def test_an_event_in_the_log_declares_a_break_of_its_kind() -> None:
    found = with_event(renamed(chat(4), 3), "system-owner-change")
    assert (found.cause, found.rule, found.event, found.declared, found.actionable) == (
        "system-changed",
        "append-only",
        "system-owner-change",
        True,
        False,
    )


def test_an_event_does_not_excuse_another_kind_of_break() -> None:
    found = with_event(renamed(chat(4), 3), "user-edit")
    assert (found.event, found.declared, found.actionable) == (None, False, True)


@pytest.mark.parametrize(("turns", "start", "possible"), [(5, 2, "system-owner-change"), (3, 2, None)])
def test_a_system_prompt_that_changes_once_and_stays_may_be_its_owners(
    turns: int, start: int, possible: str | None
) -> None:
    found = only(sent(renamed(chat(turns), start)))
    assert (found.cause, found.possible_event) == ("system-changed", possible)


def test_an_edit_told_by_the_log_is_declared() -> None:
    talks = chat(4)
    edited = talks[-1].without_messages(3, 9).with_message(2, f"Rather tell me about {prose(9, 40)}")
    assert with_event([*talks, edited], "user-edit").declared
