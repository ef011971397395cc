"""JSON as it is found in logs, and what a file's first bytes tell about it.

Strict decoding comes first and costs nothing extra. Only what it refuses is tried again leniently, because
real logs hold NaN, half a surrogate pair, bytes that are no UTF-8, or NUL bytes where a crash left a block
unwritten.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import msgspec

from importers.apis.json_text import Fields, Unreadable, fields_of, items_of
from importers.reading import File, Line

Raw = msgspec.Raw

_DEPTH = 5
_SHORT = 48


def strict(data: bytes) -> bytes:
    """`data` as JSON that any decoder takes: itself where it already is, else its lenient reading encoded
    anew.

    Raises `Unreadable`.
    """
    data = data.strip(b"\0 \t\r\n")
    try:
        msgspec.json.decode(data, type=Raw)
        data.decode()
    except (msgspec.DecodeError, UnicodeDecodeError):
        return encode(_lenient(data))
    except RecursionError as error:
        raise _TOO_DEEP from error
    return data


def value(data: bytes | Raw) -> Any:
    """The JSON value in `data`. Raises `Unreadable`."""
    try:
        return msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return _lenient(bytes(data).strip(b"\0 \t\r\n"))
    except RecursionError as error:
        raise _TOO_DEEP from error


def fields(data: bytes | Raw) -> Fields:
    """The top-level fields of a JSON object, each as the bytes that stand there; {} for any other value.

    Raises `Unreadable`.
    """
    return fields_of(bytes(data)) if is_object(data) else {}


def items(data: bytes | Raw) -> list[Raw]:
    """The items of a JSON array as the bytes that stand there; [] for any other value."""
    return items_of(bytes(data)) if bytes(data).lstrip()[:1] == b"[" else []


def is_object(data: bytes | Raw) -> bool:
    """Whether JSON text is an object."""
    return bytes(data[:64] if isinstance(data, bytes) else data).lstrip()[:1] == b"{"


def encode(content: Any) -> bytes:
    """Compact JSON in UTF-8, keys in their order; half a surrogate pair becomes a question mark."""
    try:
        return msgspec.json.encode(content)
    except UnicodeEncodeError:
        return json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")


def text(raw: bytes | Raw | None) -> str | None:
    """A JSON string's text; None for any other value."""
    content = None if raw is None else value(raw)
    return content if isinstance(content, str) else None


def documents(file: File) -> Iterator[tuple[int | None, Any]]:
    """The JSON values of a file with the line each begins on: one a line, or one document over many lines.

    Raises `Unreadable` at the first line that is none. Memory: one document.
    """
    first = next(iter(file.lines()), None)
    if first is not None and _is_json(first):
        for line in file.lines():
            if data := line.data.strip(b"\0 \t\r\n"):
                yield line.number, value(data)
    else:
        yield None, value(file.document())


def stream(file: File, path: str) -> Iterator[Any]:
    """The values at `path` ("log.entries.item") of one big document, one at a time. Raises `Unreadable`."""
    import ijson

    try:
        yield from ijson.items(file.open(), path, use_float=True, buf_size=1 << 20)
    except ijson.JSONError as error:
        raise Unreadable("bad-json", f"the document ends or breaks off here: {error}") from error


@lru_cache(maxsize=8)
def outline(head: bytes) -> frozenset[str]:
    """What stands where in a file's first bytes, as dotted paths and as `path=value` for short strings.

    List positions are left out (`spans.name`), so is what lies deeper than five levels. Lines that are cut or
    broken are passed over; a first document that goes on beyond the head counts as far as it goes.
    """
    found: set[str] = set()
    whole = [content for line in head.splitlines() if isinstance(content := _quietly(line), dict | list)]
    if whole and any(whole):
        for content in whole:
            found.update(_paths(content, "", 0))
    else:
        found.update(_cut_paths(head))
    return frozenset(found)


def _is_json(line: Line) -> bool:
    return _quietly(line.data) is not None


def _quietly(line: bytes) -> Any:
    try:
        return msgspec.json.decode(line.strip(b"\0 \t\r"))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None


def _paths(content: Any, path: str, depth: int) -> Iterator[str]:
    if isinstance(content, dict) and depth < _DEPTH:
        for key, inner in content.items():
            here = f"{path}.{key}" if path else key
            yield here
            yield from _paths(inner, here, depth + 1)
    elif isinstance(content, list):
        for inner in content:
            yield from _paths(inner, path, depth)
    elif isinstance(content, str) and len(content) <= _SHORT:
        yield f"{path}={content}"


def _cut_paths(head: bytes) -> Iterator[str]:
    import io

    import ijson

    try:
        for prefix, event, content in ijson.parse(io.BytesIO(head), multiple_values=True):
            here = ".".join(part for part in prefix.split(".") if part != "item")
            if here.count(".") >= _DEPTH:
                continue
            if event == "map_key":
                yield f"{here}.{content}" if here else content
            elif event == "string" and len(content) <= _SHORT:
                yield f"{here}={content}"
    except ijson.JSONError:
        return


def _lenient(data: bytes) -> Any:
    try:
        return json.loads(data.decode("utf-8", "replace"), strict=False, parse_constant=lambda _: None)
    except json.JSONDecodeError as error:
        raise Unreadable("bad-json", f"not JSON: {error.msg} at character {error.pos:,}") from error
    except RecursionError as error:
        raise _TOO_DEEP from error


_TOO_DEEP = Unreadable("too-deep", "JSON nested deeper than any request")
