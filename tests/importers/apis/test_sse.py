import pytest
from hypothesis import given
from hypothesis import strategies as st

from importers.apis.sse import events, is_json, joined, payloads

STREAM = (
    b': hello\nevent: a\ndata: {"n":1}\n\ndata: {"n":\ndata: 2}\n\n'
    b"event: ping\ndata: {}   \n\ndata: [DONE]\n\n"
)


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r"])
def test_any_line_ending_is_read(end: bytes) -> None:
    stream = STREAM.replace(b"\n", end)
    assert list(payloads(stream)) == [("a", {"n": 1}), ("", {"n": 2}), ("ping", {})]


def test_a_name_holds_for_its_event_only() -> None:
    assert [name for name, _ in events(STREAM)] == ["a", "", "ping", ""]


@given(st.integers(0, len(STREAM)))
def test_a_cut_stream_gives_the_events_in_front_of_the_cut(cut: int) -> None:
    whole = list(payloads(STREAM))
    found = list(payloads(STREAM[:cut]))
    assert found == whole[: len(found)]


def test_a_character_split_over_two_events_is_whole_again() -> None:
    pieces = [payload["t"] for _, payload in payloads(b'data: {"t":"\\ud83d"}\n\ndata: {"t":"\\ude00"}\n\n')]
    assert joined(pieces) == "\U0001f600"
    assert joined(pieces[:1]) == "\ufffd"


def test_json_is_told_from_a_stream() -> None:
    assert is_json(b' \n{"a":1}')
    assert is_json(b"[{}]")
    assert not is_json(STREAM)
