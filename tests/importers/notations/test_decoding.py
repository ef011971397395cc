from __future__ import annotations

import json

import pytest

from importers.apis.json_text import UnreadableError
from importers.notations.decoding import outline, strict, value


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b'{"a":1}', {"a": 1}),
        (b' {"a":1}\r', {"a": 1}),
        (b'\0\0{"a":1}\0', {"a": 1}),
        (b'{"a":NaN}', {"a": None}),
        (b'{"a":"\xff"}', {"a": "\ufffd"}),
        (b'{"a":"\\ud800"}', {"a": "\ufffd"}),
        (b'{"a":1,"a":2}', {"a": 2}),
        (b'{"a":"tab\there"}', {"a": "tab\there"}),
    ],
)
def test_what_logs_hold_is_read(data: bytes, expected: object) -> None:
    assert json.loads(strict(data)) == expected


def test_good_json_is_handed_on_as_it_stands() -> None:
    assert strict(b'{"a": 1.0}') == b'{"a": 1.0}'


@pytest.mark.parametrize(
    ("data", "kind"), [(b'{"a":', "bad-json"), (b"[" * 100_000, "too-deep"), (b"", "bad-json")]
)
def test_what_cannot_be_read_says_why(data: bytes, kind: str) -> None:
    for reader in (strict, value):
        with pytest.raises(UnreadableError) as error:
            reader(data)
        assert error.value.kind == kind


def test_an_outline_leaves_list_positions_out() -> None:
    found = outline(b'{"spans":[{"name":"a"},{"id":"b"}]}\nnot json\n{"more":1}')
    assert found == {"spans", "spans.name", "spans.name=a", "spans.id", "spans.id=b", "more"}


def test_an_outline_is_the_same_whether_lines_or_a_cut_document() -> None:
    listed = [{"a": "1", "b": [{"c": {"d": "2"}}, "3"]}, {"e": "4"}]
    assert outline(json.dumps(listed).encode()) == outline(json.dumps(listed, indent=1).encode()[:-2])


def test_an_outline_sees_a_document_that_goes_on_beyond_the_head() -> None:
    assert outline(b'{\n "log": {"version": "1.2", "entries": [{"request": {"url": "htt') >= {
        "log.version=1.2",
        "log.entries.request.url",
    }


def test_quoted_json_inside_a_string_is_no_outline() -> None:
    assert "request" not in outline(json.dumps({"text": '{"request": 1}'}).encode())
