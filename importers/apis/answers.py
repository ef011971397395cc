"""A provider's answer in one piece, whether it came as JSON or as a stream.

Facts such as ids and counts are read from the answer as it was sent; what the model said is read from the
same answer with its secrets replaced.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from importers.apis.blocks import Blocks
from importers.apis.json_text import compact, loads
from importers.apis.shape import as_object

Streamed = Callable[[bytes], tuple[dict[str, Any], bool]]
"""The answer that a stream adds up to, and whether the stream was seen to its end."""


def answer_of(
    response: bytes, blocks: Blocks, streamed: Streamed | None
) -> tuple[Mapping[str, Any], Mapping[str, Any], bool]:
    """The answer as sent, the same with secrets replaced, and whether it is complete.

    `streamed` puts a stream together; None where the response is JSON. Raises `UnreadableError`.
    """
    if streamed is None:
        return as_object(loads(response)), as_object(blocks.read(response)), True
    answer, complete = streamed(response)
    return answer, blocks.read(compact(answer)), complete
