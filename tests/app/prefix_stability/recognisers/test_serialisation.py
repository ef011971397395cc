from __future__ import annotations

import pytest

from app.prefix_stability.recognisers.serialisation import plain, respelled
from tests.app.prefix_stability.asking import only
from tests.talks import APIS, call, sent, work


@pytest.mark.parametrize(
    ("old", "new", "cause"),
    [
        ('{"a":1,"b":2}', '{"b":2,"a":1}', "key-order"),
        ('{"a":{"x":1,"y":2}}', '{"a":{"y":2,"x":1}}', "key-order"),
        ('{"a":1}', '{"a": 1}', "whitespace"),
        ('{"limit":"20"}', '{"limit":20}', "value-type"),
        ('{"on":true}', '{"on":"true"}', "value-type"),
        ("Count the jars.  \n", "Count the jars.", "whitespace"),
        ('{"note":"\\u4f60"}', '{"note":"你"}', "unicode-escape"),
        ("plain \\u00fc text", "plain ü text", "unicode-escape"),
        ("cafe\u0301", "café", "unicode-escape"),
        ('{"a":1}', '{"a":2}', None),
        ("Count the jars.", "Count the lids.", None),
    ],
)
def test_the_same_content_spelled_in_another_way(old: str, new: str, cause: str | None) -> None:
    assert respelled(old, new) == cause


def test_spacing_in_arguments_is_a_reserialisation() -> None:
    assert respelled('{"a":1}', '{"a": 1}', is_call=True) == "args-reserialised"


def test_a_pair_of_escapes_is_one_character() -> None:
    assert plain("\\ud83d\\ude00") == "\U0001f600"


@pytest.mark.parametrize("api", APIS)
def test_another_order_of_arguments_in_history_is_key_order(api: str) -> None:
    talks = work(4)
    now = talks[-1].with_message(1, "Step 1.", call(501, limit=5, path="501.md"))
    assert only(sent([*talks[:-1], now], api)).cause == "key-order"


@pytest.mark.parametrize("api", APIS)
def test_a_number_that_became_a_string_is_a_value_type(api: str) -> None:
    talks = work(4)
    now = talks[-1].with_message(1, "Step 1.", call(501, path="501.md", limit="5"))
    assert only(sent([*talks[:-1], now], api)).cause == "value-type"
