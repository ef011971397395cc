from __future__ import annotations

from typing import Any

import pytest

from importers.notations.http_forms import event_stream, from_base64, headers


@pytest.mark.parametrize(
    "written",
    [
        {"X-Key": "a, b"},
        {"X-Key": ["a", "b"]},
        [["X-Key", "a, b"]],
        [[b"X-Key", b"a, b"]],
        [{"name": "X-Key", "value": "a, b"}, "junk", ["too", "many", "parts"]],
    ],
)
def test_headers_are_the_same_in_every_form(written: Any) -> None:
    assert headers(written) == {"x-key": "a, b"}


@pytest.mark.parametrize("written", [None, "text", 7])
def test_what_is_no_headers_gives_none(written: Any) -> None:
    assert headers(written) == {}


def test_events_become_a_stream_again() -> None:
    assert event_stream([{"type": "ping"}, "[DONE]"]) == b'data: {"type":"ping"}\n\ndata: [DONE]\n\n'


@pytest.mark.parametrize(
    ("text", "data"), [("YQ==", b"a"), ("not base64!", None), ("YQ=", None), ("é", None)]
)
def test_false_base64_is_none(text: str, data: bytes | None) -> None:
    assert from_base64(text) == data
