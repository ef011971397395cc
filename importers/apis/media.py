"""How much of a prompt an image or a file stands for.

The base64 of a picture is long and says nothing about its tokens; its width and height do. They stand in its
first bytes, so only the head is decoded. Everything here is an estimate.
"""

from __future__ import annotations

import binascii
from math import ceil
from typing import Any

from importers.pictures import picture_size

CHARS_PER_TOKEN = 4
UNKNOWN_TOKENS = 1500

_TYPES = frozenset(
    (
        "image",
        "image_url",
        "input_image",
        "document",
        "file",
        "input_file",
        "audio",
        "input_audio",
        "video",
        "video_url",
        "container_upload",
    )
)
_HOLDERS = frozenset(
    ("inlineData", "inline_data", "fileData", "file_data", "image", "document", "video", "audio")
)
_PAYLOADS = ("data", "bytes", "url", "source", "image_url", *sorted(_HOLDERS))
_PATCH = 28  # pixels a side that make one token (Claude)
_LARGEST_TOKENS = 4784  # a larger picture is scaled down before it is read (Claude)
_HEAD = 1 << 17  # base64 characters looked at; metadata may push a JPEG's size back


def is_media(block: dict[str, Any]) -> bool:
    """Whether a content block holds a picture, a sound or a file, in any API's spelling."""
    if str(block.get("type")) in _TYPES:
        return True
    return not _HOLDERS.isdisjoint(block) and any(isinstance(block.get(key), dict) for key in _HOLDERS)


def estimated_chars(block: dict[str, Any]) -> int:
    """Four characters for each estimated token of a media block; a plain text document counts as its text."""
    text = _plain_text(block)
    if text is not None:
        return len(text)
    payload = _payload(block)
    size = _size(payload) if payload else None
    tokens = ceil(size[0] / _PATCH) * ceil(size[1] / _PATCH) if size else UNKNOWN_TOKENS
    return CHARS_PER_TOKEN * min(tokens, _LARGEST_TOKENS)


def _plain_text(block: dict[str, Any]) -> str | None:
    source = block.get("source")
    if isinstance(source, dict) and source.get("type") == "text" and isinstance(source.get("data"), str):
        return str(source["data"])
    return None


def _payload(value: Any, depth: int = 0) -> str | None:
    if isinstance(value, str):
        return value.partition(";base64,")[2] if value.startswith("data:") else value
    if isinstance(value, dict) and depth < 4:
        found = (_payload(value[key], depth + 1) for key in _PAYLOADS if key in value)
        return next((payload for payload in found if payload), None)
    return None


def _size(payload: str) -> tuple[int, int] | None:
    head = payload[: min(_HEAD, len(payload) // 4 * 4)]
    try:
        return picture_size(binascii.a2b_base64(head))
    except (binascii.Error, ValueError):
        return None
