"""A conversation as a transcript grows it: the requests that must have been sent, one per reply.

Transcripts hold messages, not requests. Before each reply the model must have read the conversation so far,
so that is the body; system prompt and tools are not in the file, hence fidelity `reconstructed`. Messages are
kept as JSON text in one array that only grows or is cut back, so that a request costs one copy.
"""

from __future__ import annotations

from collections.abc import Iterable

from importers.decoding import Raw, encode


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

    def array(self) -> Raw:
        """All messages as one JSON array."""
        return Raw(b"[" + bytes(self._array) + b"]")


def message(role: str, blocks: Iterable[bytes]) -> bytes:
    """A message of content blocks, each given as JSON text."""
    return b'{"role":%b,"content":[%b]}' % (encode(role), b",".join(blocks))


def body(
    model: str | None, conversation: Conversation, field: str = "messages", **more: object
) -> dict[str, Raw]:
    """The request that carries the conversation, in the form that `Call.body` takes."""
    head = {} if model is None else {"model": Raw(encode(model))}
    return {
        **head,
        **{name: Raw(encode(content)) for name, content in more.items()},
        field: conversation.array(),
    }
