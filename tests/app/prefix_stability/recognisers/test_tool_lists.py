from __future__ import annotations

from dataclasses import replace

import pytest

from tests.app.prefix_stability.asking import only
from tests.talks import APIS, Talk, chat, prose, sent

HARBOUR = (("tides_high", prose(31)), ("tides_low", prose(32)))


def ending(change: Talk, talks: list[Talk]) -> list[Talk]:
    return [*talks[:-1], change]


@pytest.mark.parametrize("api", APIS)
def test_a_group_of_tools_that_comes_with_a_system_line_may_be_an_app(api: str) -> None:
    talks = chat(4)
    now = replace(
        talks[-1], tools=(*talks[-1].tools, *HARBOUR), system=(f"{talks[-1].system[0]}\n- tides: water",)
    )
    found = only(sent(ending(now, talks), api))
    assert found.possible_event == "app-change"
    assert {found.cause, *(change.cause for change in found.behind)} == {"tool-added", "system-changed"}


def test_a_group_of_tools_without_a_system_line_is_none() -> None:
    talks = chat(4)
    found = only(sent(ending(replace(talks[-1], tools=(*talks[-1].tools, *HARBOUR)), talks)))
    assert (found.cause, found.possible_event) == ("tool-added", None)


def test_tools_of_two_groups_are_no_app() -> None:
    talks = chat(4)
    strangers = (("tides_high", prose(31)), ("loom_weave", prose(32)))
    now = replace(talks[-1], tools=(*talks[-1].tools, *strangers), system=(f"{talks[-1].system[0]} More.",))
    assert only(sent(ending(now, talks))).possible_event is None


def test_another_list_of_the_same_tools_is_reordered_from_the_first_that_moved() -> None:
    tools = tuple((name, prose(i)) for i, name in enumerate(("a", "b", "c", "d")))
    talks = [replace(talk, tools=tools) for talk in chat(3)]
    now = replace(talks[-1], tools=(tools[0], tools[3], tools[1], tools[2]))
    found = only(sent(ending(now, talks)))
    assert (found.cause, found.path) == ("tools-reordered", "tools[1]")


def test_a_clock_in_a_description_is_a_clock_and_breaks_the_tools() -> None:
    talks = chat(2)
    timed = [replace(t, tools=(("now", f"Server time 10:0{i}:11. {prose(8)}"),)) for i, t in enumerate(talks)]
    found = only(sent(timed))
    assert (found.cause, found.rule, found.path) == ("clock", "tools-frozen", "tools[0].description")


def test_all_tools_dropped_is_a_removal() -> None:
    talks = chat(3)
    found = only(sent(ending(replace(talks[-1], tools=()), talks)))
    assert (found.cause, found.path) == ("tool-removed", "tools[0]")
