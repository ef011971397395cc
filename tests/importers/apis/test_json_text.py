import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from importers.apis.json_text import UnreadableError, compact, fields_of, mend_surrogates, parse


@pytest.mark.parametrize(
    "number",
    ["1", "1.0", "1.10", "1e0", "1E5", "-0", "-0.0", "12345678901234567890123", "0.1234567890123456789"],
)
def test_a_number_keeps_its_spelling(number: str) -> None:
    for text in (f'{{ "n" : {number} }}', f"[ {number} ]", number, f'{{"n":{number}}}'):
        assert compact(parse(text.encode())) == text.replace(" ", "").encode()


def test_white_space_and_escapes_are_no_difference() -> None:
    assert compact(parse(b'{ "a" : "\\u00e9\\/" }')) == '{"a":"é/"}'.encode()


def test_of_two_equal_keys_the_last_counts() -> None:
    assert parse(b'{"a":1,"a":2}') == {"a": 2}
    assert bytes(fields_of(b'{"a":1,"a":2}')["a"]) == b"2"


def test_a_lone_surrogate_is_mended_at_its_length() -> None:
    raw = b'{"a":"x\\ud83d y","b":"\\ud83d\\ude00 \\\\ud83d"}'
    assert len(mend_surrogates(raw)) == len(raw)
    assert parse(raw) == {"a": "x\ufffd y", "b": "\U0001f600 \\ud83d"}
    assert set(fields_of(raw)) == {"a", "b"}


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        (b"[1]", "bad-json"),
        (b'{"a":', "bad-json"),
        (b'{"a":NaN}', "bad-json"),
        (b'{"a":' + b"[" * 5000 + b"]" * 5000 + b"}", "too-deep"),
    ],
)
def test_a_body_that_is_none_is_told_with_its_kind(text: bytes, kind: str) -> None:
    with pytest.raises(UnreadableError) as error:
        fields_of(text)
    assert error.value.kind == kind


@pytest.mark.parametrize(
    ("text", "kind"),
    [(b'"\xff"', "bad-utf8"), (b"[" * 1100 + b"]" * 1100, "too-deep"), (b"[1,]", "bad-json")],
)
def test_a_value_that_cannot_be_read_is_told_with_its_kind(text: bytes, kind: str) -> None:
    with pytest.raises(UnreadableError) as error:
        compact(parse(text))
    assert error.value.kind == kind


def test_nesting_that_can_be_read_but_not_written_is_refused() -> None:
    with pytest.raises(UnreadableError, match="deeply"):
        parse(b"[" * 500 + b"]" * 500)


text = st.text(st.characters(codec="utf-8"))
json_value = st.recursive(
    st.one_of(st.integers(), st.floats(allow_nan=False, allow_infinity=False), text, st.booleans()),
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(text, inner, max_size=4)),
    max_leaves=10,
)


@given(json_value, st.booleans())
def test_blanks_and_escapes_never_change_the_compact_text(value: object, ascii_only: bool) -> None:
    plain = json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode()
    blank = json.dumps(value, ensure_ascii=ascii_only).encode()
    assert compact(parse(plain)) == compact(parse(blank))
