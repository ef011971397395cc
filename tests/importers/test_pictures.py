import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from importers.pictures import pdf_pages, picture_size

PNG = b"\x89PNG\r\n\x1a\n" + struct.pack(">I4sII", 13, b"IHDR", 640, 480)
GIF = b"GIF89a" + struct.pack("<HH", 320, 200)
WEBP = b"RIFF\0\0\0\0WEBP"
LOSSY = WEBP + b"VP8 " + b"\0" * 10 + struct.pack("<HH", 550, 368)
LOSSLESS = WEBP + b"VP8L" + b"\0" * 4 + b"\x2f" + struct.pack("<I", (549) | (367 << 14))
EXTENDED = WEBP + b"VP8X" + b"\0" * 8 + (549).to_bytes(3, "little") + (367).to_bytes(3, "little")
TABLES = b"\xff\xe0\x00\x04ab" + b"\xff\xc4\x00\x03c"
JPEG = b"\xff\xd8" + TABLES + b"\xff\xc2\x00\x11\x08" + struct.pack(">HH", 768, 1024)


@pytest.mark.parametrize(
    ("data", "size"),
    [
        (PNG, (640, 480)),
        (GIF, (320, 200)),
        (LOSSY, (550, 368)),
        (LOSSLESS, (550, 368)),
        (EXTENDED, (550, 368)),
        (JPEG, (1024, 768)),
    ],
)
def test_a_header_tells_the_size(data, size):
    assert picture_size(data) == size
    assert picture_size(data + b"rest") == size


@pytest.mark.parametrize(
    "data",
    [b"", b"BM....", PNG[:18], JPEG[:12], JPEG[:2], LOSSY[:24], EXTENDED[:26], WEBP, GIF[:6] + b"\0" * 4],
)
def test_a_cut_or_unknown_header_tells_nothing(data):
    assert picture_size(data) is None


@given(st.sampled_from([PNG[:8], GIF[:6], WEBP, LOSSY[:16], b"\xff\xd8\xff"]), st.binary(max_size=60))
def test_no_header_crashes(start, rest):
    size = picture_size(start + rest)
    assert size is None or len(size) == 2


def test_pages_are_counted_where_they_lie_open():
    assert pdf_pages(b"%PDF-1.4 /Type /Pages /Count 2 <</Type/Page>> <</Type /Page >>") == 2
    assert pdf_pages(b"%PDF-1.7 compressed") is None
