"""Each kind of value and each kind of rewriting, at a place of chance, over every API: found there, by its name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.app.prefix_stability.asking import breaks
from tests.talks import APIS, Talk, call, prose, result, sent, work

VALUES: dict[str, tuple[str, str]] = {
    "clock": ("It is 10:00:00 now.", "It is 10:00:35 now."),
    "relative-age": ("apples (touched 3 minutes ago)", "apples (touched 4 minutes ago)"),
    "date-rollover": ("Today's date: 2026-11-25.", "Today's date: 2026-11-26."),
    "random-id": (
        "pad 1d79cb20-a120-424e-9a01-0d1f8f5f8a11",
        "pad b510d691-2016-4895-8c3e-5b3c9e0a7f42",
    ),
    "memory-block": ("<memory>prefers short answers</memory>", "<memory>owns two bicycles, one red</memory>"),
    "retrieved-documents": (
        '<source id="1">The archive opens at nine.</source>',
        '<source id="2">A workshop is held on Mondays.</source>',
    ),
    "workspace-state": (
        "<git_status>\n M notes.md\n</git_status>",
        "<git_status>\n M notes.md\n?? list.md\n</git_status>",
    ),
    "system-changed": ("Answer in English.", "Answer in Portuguese."),
}


def with_value(talk: Talk, value: str, at: int) -> Talk:
    words = talk.system[0].split(" ")
    return replace(talk, system=(" ".join([*words[:at], f"\n{value}\n", *words[at:]]),))


@given(st.sampled_from(sorted(VALUES)), st.sampled_from(APIS), st.integers(5, 1100), st.booleans())
@settings(max_examples=40)
def test_a_value_that_changes_in_the_system_prompt_is_found_where_it_stands(
    cause: str, api: str, at: int, usage: bool
) -> None:
    old, new = VALUES[cause]
    talks = [with_value(talk, old, at) for talk in work(4)]
    now = with_value(work(4)[-1], new, at)
    (found,) = breaks(sent([*talks[:-1], now], api, usage=usage))
    assert (found.cause, found.section) == (cause, "system")
    start = talks[0].system[0].index(old)
    assert found.offset is not None
    assert start <= found.offset <= start + len(old)


def trimmed(talk: Talk, turn: int) -> Talk:
    old = prose(500 + 10 * turn)
    return talk.with_message(2 * turn, result(500 + turn, f"{old[:60]} [rest left out]"))


def refetched(talk: Talk, turn: int) -> Talk:
    return talk.with_message(2 * turn, result(500 + turn, prose(9000 + turn)))


def cleared(talk: Talk, turn: int) -> Talk:
    both = talk.with_message(2 * turn, result(500 + turn, "[cleared]"))
    return both.with_message(2 * turn + 2, result(501 + turn, "[cleared]"))


def turned_arguments(talk: Talk, turn: int) -> Talk:
    return talk.with_message(
        2 * turn - 1, f"Step {turn}.", call(500 + turn, limit=5, path=f"{500 + turn}.md")
    )


def other_types(talk: Talk, turn: int) -> Talk:
    return talk.with_message(
        2 * turn - 1, f"Step {turn}.", call(500 + turn, path=f"{500 + turn}.md", limit="5")
    )


def removed(talk: Talk, turn: int) -> Talk:
    return talk.without_messages(2 * turn - 1, 2 * turn + 1)


REWRITINGS: dict[str, tuple[Callable[[Talk, int], Talk], set[str]]] = {
    "trimmed": (trimmed, {"result-trimmed"}),
    "fetched anew": (refetched, {"result-changed"}),
    "cleared": (cleared, {"history-cleared"}),
    "keys turned": (turned_arguments, {"key-order"}),
    "number as text": (other_types, {"value-type"}),
    "removed": (removed, {"message-removed", "window-slid"}),
}


@given(st.sampled_from(sorted(REWRITINGS)), st.sampled_from(APIS), st.integers(1, 3), st.booleans())
@settings(max_examples=40)
def test_a_rewritten_step_is_found_by_the_way_it_was_rewritten(
    kind: str, api: str, turn: int, usage: bool
) -> None:
    talks = work(6)
    rewrite, causes = REWRITINGS[kind]
    (found,) = breaks(sent([*talks[:-1], rewrite(talks[-1], turn)], api, usage=usage))
    assert (found.request, found.section) == (6, "messages")
    assert found.cause in causes


@pytest.mark.parametrize("api", APIS)
@pytest.mark.parametrize("cause", sorted(VALUES))
def test_a_value_and_a_rewritten_step_are_both_found(cause: str, api: str) -> None:
    old, new = VALUES[cause]
    talks = [with_value(talk, old, 300) for talk in work(6)]
    now = with_value(trimmed(work(6)[-1], 2), new, 300)
    (found,) = breaks(sent([*talks[:-1], now], api))
    assert (found.cause, [change.cause for change in found.behind]) == (cause, ["result-trimmed"])
