"""A conversation as a transcript grows it: the requests that must have been sent, one per reply.

Transcripts hold messages, not requests. Before each reply the model must have read the conversation so far,
so that is the body; system prompt and tools are not in the file, hence fidelity `reconstructed`. Messages are
kept as JSON text in one array that only grows or is cut back, so that a request costs one copy.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from importers.notations.decoding import Raw, encode


class Conversation:
    """The messages so far, as JSON text."""

    def __init__(self) -> None:
        self._array = bytearray()
        self._ends: list[int] = []

    def __len__(self) -> int:
        return len(self._ends)

    def add(self, message: bytes) -> None:
        """Append one message's JSON."""
        self._array += message if not self._ends else b"," + message
        self._ends.append(len(self._array))

    def keep(self, count: int) -> None:
        """Forget all but the first `count` messages."""
        del self._ends[count:]
        del self._array[self._ends[-1] if self._ends else 0 :]

    def array(self, count: int | None = None) -> Raw:
        """The first `count` messages, or all, as one JSON array."""
        end = len(self._array) if count is None else self._ends[count - 1] if count else 0
        return Raw(b"[" + bytes(memoryview(self._array)[:end]) + b"]")


def message(role: str, blocks: Iterable[bytes]) -> bytes:
    """A message of content blocks, each given as JSON text."""
    return b'{"role":%b,"content":[%b]}' % (encode(role), b",".join(blocks))


def body(
    model: str | None,
    conversation: Conversation,
    field: str = "messages",
    count: int | None = None,
    more: Mapping[str, object] | None = None,
) -> dict[str, Raw]:
    """The request that carries the conversation, or its first `count` messages, as `Call.body` takes it.

    `field` is where it stands in the body, `more` are further fields before it.
    """
    head = {} if model is None else {"model": Raw(encode(model))}
    rest = {name: Raw(encode(content)) for name, content in (more or {}).items()}
    return {**head, **rest, field: conversation.array(count)}
