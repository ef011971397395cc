import base64
import json
import struct
import zlib

from hypothesis import given
from hypothesis import strategies as st

from importers.apis.eventstream import frames, is_event_stream


def frame(event: str, payload: object) -> bytes:
    """One frame as AWS writes it, with a header of another type in front."""
    name, value = b":event-type", event.encode()
    headers = b"\x04flag\x00" + bytes([len(name)]) + name + b"\x07" + struct.pack(">H", len(value)) + value
    body = json.dumps(payload).encode()
    head = struct.pack(">II", 16 + len(headers) + len(body), len(headers))
    front = head + struct.pack(">I", zlib.crc32(head)) + headers + body
    return front + struct.pack(">I", zlib.crc32(front))


FRAMES = [("messageStart", {"role": "assistant"}), ("metadata", {"usage": {"inputTokens": 3}})]
STREAM = b"".join(frame(*each) for each in FRAMES)


def test_each_frame_gives_its_type_and_object() -> None:
    assert is_event_stream(STREAM)
    assert list(frames(STREAM)) == FRAMES


def test_frames_written_as_base64_are_the_same() -> None:
    text = base64.b64encode(STREAM)
    assert is_event_stream(text)
    assert list(frames(text)) == FRAMES


@given(st.integers(0, len(STREAM)))
def test_a_cut_stream_gives_its_whole_frames(cut: int) -> None:
    found = list(frames(STREAM[:cut]))
    assert found == FRAMES[: len(found)]
    assert len(found) == (2 if cut == len(STREAM) else 1 if cut >= len(frame(*FRAMES[0])) else 0)


@given(st.binary(max_size=60))
def test_garbage_gives_nothing_and_no_crash(noise: bytes) -> None:
    list(frames(b"\0" + noise))
    list(frames(b"AA" + noise))
