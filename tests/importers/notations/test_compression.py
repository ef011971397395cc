from __future__ import annotations

import gzip
import zlib

import brotli
import pytest
import zstandard

from importers.apis.json_text import UnreadableError
from importers.notations.compression import body

PLAIN = b'{"usage":{"input_tokens":3}}'


@pytest.mark.parametrize(
    ("encoding", "data"),
    [
        ("gzip", gzip.compress(PLAIN)),
        ("x-gzip", gzip.compress(PLAIN)),
        ("br", brotli.compress(PLAIN)),
        ("deflate", zlib.compress(PLAIN)),
        ("deflate", zlib.compress(PLAIN, wbits=-15)),
        ("zstd", zstandard.ZstdCompressor().compress(PLAIN)),
        ("gzip, br", brotli.compress(gzip.compress(PLAIN))),
        ("", gzip.compress(PLAIN)),
        ("identity", PLAIN),
        ("gzip", PLAIN),
        ("br", PLAIN),
    ],
    ids=lambda part: part if isinstance(part, str) else "",
)
def test_a_body_is_decoded_by_its_header_unless_it_already_was(encoding: str, data: bytes) -> None:
    assert body(data, encoding) == PLAIN


def test_a_damaged_body_is_unreadable() -> None:
    with pytest.raises(UnreadableError, match="damaged"):
        body(zstandard.ZstdCompressor().compress(PLAIN)[:6] + b"\xff" * 20, "zstd")
