from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from app.journal_diffs import changes
from importers.records import Kind
from tests.app.lane_builder import family_of_prompts, result
from tests.app.store.made import segment


def tool(name, text="{}"):
    made = segment(name + text, f"tools[{name}]", role="system")
    return replace(made, section="tools", kind=Kind.TOOL, role="", name=name)


def system(text, place=0):
    return segment(text, f"system[{place}]", role="system")


def told(before, after, **facts):
    family = family_of_prompts(before, after, **facts)
    return [(change.kind, change.path) for change in changes(family, *family.requests)]


def test_an_appended_message_is_added():
    assert told(["a"], ["a", "b", "c"]) == [
        ("added", "messages[1].content[0]"),
        ("added", "messages[2].content[0]"),
    ]


def test_the_same_prompt_again_changes_nothing():
    assert told(["a", "b"], ["a", "b"]) == []


def test_a_result_cleared_in_place_is_rewritten_with_both_sizes():
    family = family_of_prompts(["a", "b", result("x" * 900), "d"], ["a", "b", result("[cleared]"), "d"])
    (change,) = changes(family, *family.requests)
    assert (change.kind, change.chars_before, change.chars) == ("rewritten", 900, 9)
    assert (change.role, change.name) == ("tool", "read")


def test_messages_that_went_from_the_front_are_removed_and_the_rest_did_not_move():
    assert told(["a", "b", "c", "d"], ["c", "d"]) == [
        ("removed", "messages[0].content[0]"),
        ("removed", "messages[1].content[0]"),
    ]


def test_a_summary_in_place_of_many_messages_is_added_and_they_are_removed():
    kinds = [kind for kind, _ in told(["a", "b", "c", "d", "e"], ["sum", "d", "e"])]
    assert sorted(kinds) == ["added", "removed", "removed", "removed"]


def test_a_tool_is_known_by_its_name():
    before = [tool("ask"), tool("find"), "a"]
    assert told(before, [tool("ask"), tool("find", "{1}"), "a"]) == [("rewritten", "tools[find]")]
    assert told(before, [tool("ask"), tool("fetch"), "a"]) == [
        ("removed", "tools[find]"),
        ("added", "tools[fetch]"),
    ]


def test_tools_in_another_order_have_moved():
    assert told([tool("ask"), tool("find"), "a"], [tool("find"), tool("ask"), "a"])[0][0] == "moved"


def test_a_changed_system_block_is_rewritten_and_leaves_the_messages_alone():
    assert told([system("9:00"), "a", "b"], [system("9:01"), "a", "b"]) == [("rewritten", "system[0]")]


def test_a_moved_marker_is_no_change():
    marked = segment("a", "messages[0].content[0]", marker="5m")
    assert told([marked], ["a"]) == []


def test_the_first_request_adds_everything():
    family = family_of_prompts([tool("ask"), system("rules"), "a"])
    kinds = {change.kind for change in changes(family, None, family.requests[0])}
    sections = [change.section for change in changes(family, None, family.requests[0])]
    assert kinds == {"added"}
    assert sections == ["tools", "system", "messages", "params", "params"]


def test_parameters_and_the_model_are_compared_by_name():
    params = [{"max_tokens": "1", "thinking": "{}"}, {"max_tokens": "2", "effort": '"low"'}]
    models = ["claude-sonnet-5", "claude-opus-5"]
    assert told(["a"], ["a"], params=params, model=models) == [
        ("rewritten", "model"),
        ("rewritten", "params.max_tokens"),
        ("removed", "params.thinking"),
        ("added", "params.effort"),
    ]


@given(st.lists(st.sampled_from("abcdef"), max_size=9), st.lists(st.sampled_from("abcdef"), max_size=9))
def test_sizes_add_up_whatever_changed(before, after):
    family = family_of_prompts(before, after)
    gained = sum(
        (change.chars or 0) - (change.chars_before or 0) for change in changes(family, *family.requests)
    )
    assert gained == len(after) - len(before)


@given(st.lists(st.sampled_from("abcdef"), max_size=9), st.lists(st.sampled_from("abcdef"), max_size=9))
def test_changes_come_in_read_order(before, after):
    family = family_of_prompts(before, after)
    depths = [change.depth for change in changes(family, *family.requests)]
    assert depths == sorted(depths)
