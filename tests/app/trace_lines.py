"""Lines of a native trace, as short as a test wants them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

URL = "https://api.anthropic.com/v1/messages"
HEADER = {"format": "coldbyte-trace/1", "conversation": "talk"}


def step(number: int, texts: Sequence[str], **usage: int) -> list[dict[str, Any]]:
    """A request of these messages, whose roles take turns, and its response."""
    messages = [
        {"role": "assistant" if place % 2 else "user", "content": text} for place, text in enumerate(texts)
    ]
    body = {"model": "claude-sonnet-5", "max_tokens": 1000, "system": "Be brief.", "messages": messages}
    told = {"input_tokens": 10, "output_tokens": 5, **usage}
    reply = {"id": f"msg_{number}", "type": "message", "role": "assistant", "content": [], "usage": told}
    return [
        {"type": "request", "id": f"r{number}", "at": 1000.0 + number, "url": URL, "body": body},
        {"type": "response", "id": f"r{number}", "at": 1000.5 + number, "status": 200, "body": reply},
    ]
