import copy
import pickle

import pytest

from app.context import CyclicValueError, Message, ToolCall


def test_a_call_with_dict_arguments_has_a_hash():
    assert isinstance(hash(ToolCall("c1", "ping", {"host": "a", "tags": ["x"]})), int)


def test_calls_with_one_id_and_other_arguments_share_a_bucket_and_stay_two():
    here, there = (Message("assistant", "", tool_calls=(ToolCall("c1", "ping", {"n": n}),)) for n in (1, 2))
    assert hash(here) == hash(there)
    assert len({here, there}) == 2


def test_messages_are_compared_by_all_fields():
    assert Message("user", "hi") == Message("user", "hi")
    assert Message("user", "hi") != Message("user", "hi", name="tag")


def test_positional_arguments_are_role_content_name_calls_and_answered_call():
    call = ToolCall("c1", "ping", {})
    message = Message("tool", "pong", "ping", (call,), "c1")
    assert (message.name, message.tool_calls, message.tool_call_id) == ("ping", (call,), "c1")


def test_calls_given_as_a_list_are_kept_as_a_tuple():
    assert Message("assistant", "", tool_calls=[ToolCall("c1", "ping", {})]).tool_calls == (
        ToolCall("c1", "ping", {}),
    )


def test_arguments_cannot_be_changed_behind_a_message():
    given = {"hosts": ["a"]}
    call = ToolCall("c1", "ping", given)
    given["hosts"].append("b")
    assert call.arguments == {"hosts": ["a"]}
    with pytest.raises(TypeError):
        call.arguments["hosts"].append("b")


def test_cyclic_arguments_are_refused_with_their_place():
    loop: dict[str, object] = {}
    loop["again"] = [loop]
    with pytest.raises(CyclicValueError, match=r"arguments of call 'c9'\['again'\]\[0\] contains itself"):
        ToolCall("c9", "ping", loop)


def test_messages_survive_pickle_and_deep_copy():
    message = Message("assistant", "", tool_calls=(ToolCall("c1", "ping", {"hosts": [{"a": 1}]}),))
    assert pickle.loads(pickle.dumps(message)) == message
    assert copy.deepcopy(message) == message
