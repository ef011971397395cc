from __future__ import annotations

import base64
import gzip
import json
from typing import Any

import pytest

from importers import registry
from importers.formats import har
from importers.records import Fidelity, Problem
from tests.importers.formats.conftest import RecordingExchanges, Write

SENT = '{"model": "m", "messages": []}'
GOT = '{"id":"x"}'
URL = "https://api.openai.com/v1/chat/completions"


def entry(content: dict[str, Any], **post: Any) -> dict[str, Any]:
    return {
        "startedDateTime": "2025-11-30T10:53:20.500Z",
        "time": 1500,
        "request": {
            "method": "POST",
            "url": URL,
            "headers": [{"name": "Content-Type", "value": "application/json"}],
            "postData": post or {"text": SENT},
        },
        "response": {
            "status": 200,
            "headers": [{"name": "Content-Encoding", "value": "gzip"}],
            "content": content,
        },
    }


def archive(*entries: Any) -> str:
    return json.dumps(
        {"log": {"version": "1.2", "creator": {"name": "browser"}, "entries": list(entries)}}, indent=1
    )


def test_an_entry_is_a_call_with_exact_bytes(write: Write, exchanges: RecordingExchanges) -> None:
    file = write("\ufeff" + archive(entry({"text": GOT})))
    assert registry.recognise(file) is har.FORMAT
    list(har.read(file, exchanges))
    (call,) = exchanges.calls
    assert (call.url, call.method, call.status) == (URL, "POST", 200)
    assert (call.started_at, call.ended_at) == (1764500000.5, 1764500002.0)
    assert (call.body, call.fidelity, call.response) == (SENT.encode(), Fidelity.EXACT, GOT.encode())
    assert call.headers == {"content-type": "application/json"}


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ({"text": base64.b64encode(GOT.encode()).decode(), "encoding": "base64"}, GOT),
        ({"text": GOT, "encoding": "base64"}, GOT),
        ({"text": "not base64!", "encoding": "base64"}, "not base64!"),
        (
            {
                "text": json.dumps([base64.b64encode(gzip.compress(GOT.encode(), mtime=0)).decode()]),
                "encoding": "base64",
            },
            GOT,
        ),
    ],
    ids=["base64", "claimed falsely", "claimed falsely, no JSON", "Polly's packed pieces"],
)
def test_a_packed_response_is_opened(
    write: Write, exchanges: RecordingExchanges, content: dict[str, Any], expected: str
) -> None:
    list(har.read(write(archive(entry(content))), exchanges))
    assert exchanges.calls[0].response == expected.encode()


def test_a_response_that_streamed_through_is_unknown(write: Write, exchanges: RecordingExchanges) -> None:
    list(har.read(write(archive(entry({"text": ""}))), exchanges))
    assert exchanges.calls[0].response is None


@pytest.mark.parametrize(
    ("post", "body", "fidelity"),
    [
        ({"text": base64.b64encode(SENT.encode()).decode(), "encoding": "base64"}, SENT, Fidelity.EXACT),
        ({"textJSON": {"model": "m"}}, '{"model":"m"}', Fidelity.STRUCTURAL),
        ({"mimeType": "text/plain"}, "", Fidelity.USAGE_ONLY),
    ],
)
def test_a_request_body_in_its_other_forms(
    write: Write, exchanges: RecordingExchanges, post: dict[str, Any], body: str, fidelity: Fidelity
) -> None:
    list(har.read(write(archive(entry({"text": GOT}, **post))), exchanges))
    assert (exchanges.calls[0].body, exchanges.calls[0].fidelity) == (body.encode(), fidelity)


def test_polly_writes_the_same_tree_in_yaml(write: Write, exchanges: RecordingExchanges) -> None:
    text = "log:\n  _recordingName: a\n  entries:\n    - " + json.dumps(entry({"text": GOT}))
    file = write(text)
    assert registry.recognise(file) is har.FORMAT
    list(har.read(file, exchanges))
    assert exchanges.calls[0].body == SENT.encode()
    assert exchanges.calls[0].started_at == 1764500000.5


def test_what_is_no_entry_is_told(write: Write, exchanges: RecordingExchanges) -> None:
    found = list(har.read(write(archive("text", entry({"text": GOT}))), exchanges))
    assert [p.kind for p in found if isinstance(p, Problem)] == ["bad-entry"]
    assert len(exchanges.calls) == 1


def test_a_cut_archive_gives_what_it_holds(write: Write, exchanges: RecordingExchanges) -> None:
    whole = archive(entry({"text": GOT}), entry({"text": GOT}))
    file = write(whole[: int(len(whole) * 0.8)])
    found = list(registry.read(file, exchanges, har.FORMAT))
    assert len(exchanges.calls) == 1
    assert [p.kind for p in found if isinstance(p, Problem)] == ["bad-json"]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("log:\n  entries: [\n", "bad-yaml"),
        ("log:\n  entries: &a\n    - *a\n", "bomb"),
        (
            "log:\n  a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
            + "".join(f"  a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]\n" for n in range(1, 9))
            + "  entries: *a8\n",
            "bomb",
        ),
        ("log:\n  entries: " + "[" * 50_000, "too-deep"),
    ],
    ids=["broken", "an alias to itself", "aliases of aliases", "nested"],
)
def test_hostile_yaml_is_refused(write: Write, exchanges: RecordingExchanges, text: str, kind: str) -> None:
    (problem,) = registry.read(write(text), exchanges, har.FORMAT)
    assert isinstance(problem, Problem)
    assert problem.kind in (kind, "bad-yaml")
