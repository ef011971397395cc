import base64
import struct

import pytest

from importers.apis.media import estimated_chars, is_media

PNG = base64.b64encode(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + struct.pack(">II", 57, 28) + bytes(2000)).decode()
_COMMENT = b"\xff\xfe" + struct.pack(">H", 500) + bytes(498)
JPEG = base64.b64encode(
    b"\xff\xd8" + _COMMENT + b"\xff\xc0" + struct.pack(">HBHH", 17, 8, 28, 56) + bytes(2000)
).decode()


@pytest.mark.parametrize(
    "block",
    [
        {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": PNG}},
        {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{PNG}"}},
        {"type": "input_image", "image_url": f"data:image/png;base64,{PNG}"},
        {"inlineData": {"mimeType": "image/png", "data": PNG}},
        {"image": {"format": "png", "source": {"bytes": PNG}}},
    ],
)
def test_a_picture_counts_by_its_size_in_every_spelling(block: dict) -> None:
    assert is_media(block)
    assert estimated_chars(block) == 4 * 3 * 1


def test_a_picture_counts_no_more_than_it_is_scaled_down_to() -> None:
    head = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + struct.pack(">II", 2**31, 2**31)
    data = base64.b64encode(head).decode()
    assert estimated_chars({"type": "image", "source": {"type": "base64", "data": data}}) == 4 * 4784


def test_a_jpeg_tells_its_size_behind_other_segments() -> None:
    assert estimated_chars({"type": "image", "source": {"type": "base64", "data": JPEG}}) == 4 * 2


def test_a_gif_counts_by_its_size() -> None:
    data = base64.b64encode(b"GIF89a" + struct.pack("<HH", 57, 28)).decode()
    assert estimated_chars({"type": "image", "source": {"type": "base64", "data": data}}) == 4 * 3


@pytest.mark.parametrize("data", ["", "????", "iVBORw0KGgo=", "/9j/", "not base64 at all", "é"])
def test_a_picture_that_tells_no_size_counts_as_fifteen_hundred_tokens(data: str) -> None:
    assert estimated_chars({"type": "image", "source": {"type": "base64", "data": data}}) == 6000


def test_a_plain_text_document_counts_as_its_text() -> None:
    assert estimated_chars({"type": "document", "source": {"type": "text", "data": "hello"}}) == 5


def test_text_is_no_media() -> None:
    assert not is_media({"type": "text", "text": "image"})
    assert not is_media({"image": "a word under that key"})
