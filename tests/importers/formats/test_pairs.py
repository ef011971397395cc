from __future__ import annotations

import json
from typing import Any

import pytest

from importers import registry
from importers.formats import pairs
from importers.records import Fidelity, Problem
from tests.importers.formats.conftest import RecordingExchanges, Write

BODY = {"model": "claude-x", "messages": [{"role": "user", "content": "hi"}]}
ANSWER = {"id": "msg_1", "usage": {"input_tokens": 3}}
URL = "https://api.anthropic.com/v1/messages"


def problems(found: list[Any]) -> list[tuple[int | None, str]]:
    return [(p.line, p.kind) for p in found if isinstance(p, Problem)]


def pair(response: Any, **request: Any) -> dict[str, Any]:
    asked = {
        "timestamp": 1764500000.5,
        "method": "POST",
        "url": URL,
        "headers": {"X-Api-Key": "k"},
        "body": BODY,
    }
    return {"request": {**asked, **request}, "response": response, "logged_at": "2025-11-30T10:53:20Z"}


ANSWERED = {"timestamp": 1764500002.5, "status_code": 200, "headers": {"Content-Type": "text/plain"}}


def test_a_pair_a_line(write: Write, exchanges: RecordingExchanges) -> None:
    file = write([pair({**ANSWERED, "body": ANSWER})])
    assert registry.recognise(file) is pairs.FORMAT
    list(pairs.read(file, exchanges))
    (call,) = exchanges.calls
    assert (call.url, call.method, call.status, call.line) == (URL, "POST", 200, 1)
    assert (call.started_at, call.ended_at) == (1764500000.5, 1764500002.5)
    assert call.headers == {"x-api-key": "k"}
    assert call.response_headers == {"content-type": "text/plain"}
    assert call.fidelity is Fidelity.VERIFIED
    assert exchanges.body(0) == BODY
    assert exchanges.answer(0) == ANSWER


def test_the_body_keeps_the_bytes_that_stand_in_the_log(write: Write, exchanges: RecordingExchanges) -> None:
    list(pairs.read(write('{"request":{"body":{"model":"m","messages":[ {"b": 1.0, "a":2} ]}}}'), exchanges))
    body = exchanges.calls[0].body
    assert isinstance(body, dict)
    assert bytes(body["messages"]) == b'[ {"b": 1.0, "a":2} ]'


@pytest.mark.parametrize(
    ("response", "expected"),
    [
        ({**ANSWERED, "body_raw": "event: ping\n\n", "body": None}, b"event: ping\n\n"),
        ({**ANSWERED, "body": '{"id":"x"}'}, b'{"id":"x"}'),
        ({**ANSWERED, "events": [{"event": "ping", "data": {"type": "ping"}}]}, b'data: {"type":"ping"}\n\n'),
        ({**ANSWERED, "events": [{"type": "ping"}]}, b'data: {"type":"ping"}\n\n'),
        ({**ANSWERED, "body": None, "body_raw": None}, None),
        (None, None),
    ],
)
def test_a_response_in_each_of_its_forms(
    write: Write, exchanges: RecordingExchanges, response: Any, expected: bytes | None
) -> None:
    list(pairs.read(write([pair(response)]), exchanges))
    assert exchanges.calls[0].response == expected


def test_a_body_in_a_string_is_exact(write: Write, exchanges: RecordingExchanges) -> None:
    exact = json.dumps(BODY, indent=1)
    list(pairs.read(write([pair(None, body=exact)]), exchanges))
    assert exchanges.calls[0].body == exact.encode()
    assert exchanges.calls[0].fidelity is Fidelity.EXACT


@pytest.mark.parametrize(
    "entry",
    [
        BODY,
        {"request": BODY, "response": ANSWER},
        {"input": BODY, "output": ANSWER, "tags": {"a": "b"}},
        {"request_body": BODY, "response_body": ANSWER},
        {"request_body": json.dumps(BODY), "response_body": json.dumps(ANSWER)},
        {
            "timestamp": "2025-11-30T10:53:20Z",
            "mode": "proxy",
            "request": {"body": BODY},
            "response": {"body": ANSWER},
        },
        {"custom_id": "a", "url": "/v1/messages", "body": BODY},
    ],
)
def test_any_object_that_holds_a_body_counts(write: Write, exchanges: RecordingExchanges, entry: Any) -> None:
    file = write([entry])
    assert registry.recognise(file) is pairs.FORMAT
    list(pairs.read(file, exchanges))
    assert exchanges.body(0).items() >= BODY.items()
    assert exchanges.answer(0) == (
        ANSWER if len(entry) > 1 and "custom_id" not in entry and entry != BODY else None
    )


def test_what_a_logger_writes_beside_a_bare_body_is_no_part_of_it(
    write: Write, exchanges: RecordingExchanges
) -> None:
    entry = {"id": "x", "timestamp": 1764500000, **BODY, "temperature": 0, "response": ANSWER, "latency": 3}
    list(pairs.read(write([entry]), exchanges))
    assert exchanges.body(0) == {**BODY, "temperature": 0}
    assert exchanges.answer(0) == ANSWER
    assert (exchanges.calls[0].id, exchanges.calls[0].started_at) == ("x", 1764500000)


def test_a_status_under_another_name(write: Write, exchanges: RecordingExchanges) -> None:
    list(
        pairs.read(
            write([{"request": {"body": BODY, "headers": [["A", "b"]]}, "response": {"statusCode": 529}}]),
            exchanges,
        )
    )
    assert exchanges.calls[0].status == 529
    assert exchanges.calls[0].headers == {"a": "b"}


@pytest.mark.parametrize("wrap", [lambda p: p, lambda p: {"meta": 1, "calls": p}])
def test_a_list_in_one_document(write: Write, exchanges: RecordingExchanges, wrap: Any) -> None:
    list(pairs.read(write(json.dumps(wrap([pair(None), pair(None)]), indent=2)), exchanges))
    assert [call.line for call in exchanges.calls] == [1, 2]


def test_bad_lines_are_told_and_the_rest_is_read(write: Write, exchanges: RecordingExchanges) -> None:
    good = json.dumps(pair(None))
    lines = [
        "\ufeff" + good,
        "",
        "{broken",
        '{"a": 1}',
        "[1]",
        '"text"',
        good.replace("1764500000.5", "NaN"),
        good + "\r",
    ]
    deep = '{"messages":' + "[" * 100_000
    content = "\n".join([*lines, deep, good[:-20]])
    found = list(pairs.read(write(content), exchanges))
    assert problems(found) == [
        (3, "bad-json"),
        (4, "no-body"),
        (5, "no-body"),
        (6, "no-body"),
        (9, "too-deep"),
        (10, "cut-line"),
    ]
    assert [call.line for call in exchanges.calls] == [1, 7, 8]
    assert exchanges.calls[1].started_at is None


def test_hostile_text_is_read(write: Write, exchanges: RecordingExchanges) -> None:
    good = json.dumps(pair(None)).encode()
    long = good.replace(b'"hi"', b'"' + b"x" * 5_000_000 + b'"')
    twice = good.replace(b'"url"', b'"url": "https://first", "url"')
    found = list(pairs.read(write(b"\n".join([long, twice, b"\0" * 512])), exchanges))
    assert not problems(found)
    assert len(exchanges.body(0)["messages"][0]["content"]) == 5_000_000
    assert exchanges.calls[1].url == URL
