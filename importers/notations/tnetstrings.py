"""Tagged netstrings, the notation of mitmproxy's flow files: `length:data` and one byte for the type.

`,` bytes, `;` text, `#` integer, `^` float, `!` boolean, `~` null, `]` list, `}` mapping.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import IO, Any

from importers.apis.json_text import UnreadableError

_DIGITS = 12
_LIMIT = 512 << 20  # bytes of one value
_DEPTH = 100


def values(stream: IO[bytes]) -> Iterator[Any]:
    """The values of a stream, one after another. Raises `UnreadableError` where it is cut or broken."""
    while (first := stream.read(1)) != b"":
        length = _length(first, stream)
        data = _exactly(stream, length + 1)
        yield _value(data[:-1], data[-1:], 0)


def _length(first: bytes, stream: IO[bytes]) -> int:
    digits = b""
    byte = first
    while byte.isdigit() and len(digits) < _DIGITS:
        digits += byte
        byte = stream.read(1)
    if byte != b":" or not digits:
        raise UnreadableError("bad-flow", f"a length was expected, not {digits + byte!r}")
    if int(digits) > _LIMIT:
        raise UnreadableError("too-large", f"one flow of more than {_LIMIT >> 20} MB")
    return int(digits)


def _exactly(stream: IO[bytes], count: int) -> bytes:
    parts, missing = [], count
    while missing:
        part = stream.read(min(missing, 1 << 20))
        if not part:
            raise UnreadableError("cut-flow", f"the file ends {missing:,} bytes before the flow does")
        parts.append(part)
        missing -= len(part)
    return b"".join(parts)


def _value(data: bytes, tag: bytes, depth: int) -> Any:
    if depth > _DEPTH:
        raise UnreadableError("too-deep", "a flow nested deeper than any that mitmproxy writes")
    try:
        return _SCALARS[tag](data) if tag in _SCALARS else _collection(list(_items(data, depth)), tag)
    except ValueError as error:
        raise UnreadableError("bad-flow", f"a value that its type does not allow: {error}") from error


def _collection(items: list[Any], tag: bytes) -> Any:
    if tag == b"]":
        return items
    if tag == b"}":
        return {_key(key): item for key, item in zip(items[::2], items[1::2], strict=True)}
    raise ValueError(f"{tag!r} is no type of tagged netstrings")


def _items(data: bytes, depth: int) -> Iterator[Any]:
    place = 0
    while place < len(data):
        colon = data.index(b":", place, place + _DIGITS + 1)
        end = colon + 1 + int(data[place:colon])
        if not colon < end < len(data):
            raise ValueError("a length that leads out of its list")
        yield _value(data[colon + 1 : end], data[end : end + 1], depth + 1)
        place = end + 1


def _key(key: Any) -> str:
    return key.decode("utf-8", "replace") if isinstance(key, bytes) else str(key)


_SCALARS: dict[bytes, Any] = {
    b",": bytes,
    b";": lambda data: data.decode("utf-8", "replace"),
    b"#": int,
    b"^": float,
    b"!": lambda data: data == b"true",
    b"~": lambda data: None,
}
