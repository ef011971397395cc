from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from app.prefix_stability.findings import Break
from importers.records import Reply
from pricing.usage import Usage
from tests.app.prefix_stability.asking import breaks
from tests.builders import FamilyBuilder
from tests.talks import Talk, chat, order_of, prompt_of, prose

PICTURE: dict[str, Any] = {
    "type": "image",
    "source": {"type": "base64", "media_type": "image/png", "data": "ab" * 90},
}
THOUGHT: dict[str, Any] = {"type": "thinking", "thinking": prose(7), "signature": "Eqbc"}
HEAD = 3100  # about what tools and system prompt take


def after(first: Talk, second: Talk, read: int, model: str = "claude-sonnet-5") -> list[Break]:
    """The breaks of two prompts of which the second read so much."""
    builder = FamilyBuilder(order_of)
    for i, talk in enumerate((first, second)):
        tokens = read if i else 0
        usage = Usage(input_tokens=3, cache_read_tokens=tokens, cache_write_5m_tokens=3900 + 500 * i - tokens)
        exchange = prompt_of(talk, "anthropic", i, model=model)
        builder.add(replace(exchange, status=200, started_at=30.0 * i, reply=Reply(usage=usage)))
    return breaks(builder.family())


def test_a_picture_at_the_end_voids_the_messages_where_reading_stopped_at_them() -> None:
    first, second = chat(2)
    shown = second.with_message(2, PICTURE, *second.messages[2][1])
    (found,) = after(first, shown, HEAD)
    assert (found.cause, found.section, found.path) == ("image-added", "messages", "messages[2].content[0]")


def test_a_picture_at_the_end_that_costs_nothing_is_no_break() -> None:
    first, second = chat(2)
    assert after(first, second.with_message(2, PICTURE, *second.messages[2][1]), 3900) == []


@pytest.mark.parametrize(
    ("model", "cause"), [("claude-sonnet-4-5", "thinking-stripped"), ("claude-sonnet-5", "provider-miss")]
)
def test_an_older_model_drops_its_thoughts_when_the_user_speaks_again(model: str, cause: str) -> None:
    first = chat(2)[-1].with_message(1, THOUGHT, prose(10))
    second = first.says("assistant", prose(30)).says("user", prose(31))
    (found,) = after(first, second, HEAD, model)
    assert found.cause == cause
