import json
from collections.abc import Callable
from typing import Any

import pytest

from importers.apis.api import Api
from importers.apis.blocks import Blocks
from importers.apis.json_text import fields_of
from importers.records import Prompt, Reply
from importers.redaction import Redactor


@pytest.fixture
def blocks() -> Blocks:
    return Blocks(Redactor(b"salt"))


@pytest.fixture
def read(blocks: Blocks) -> Callable[..., Prompt]:
    """Reads a body (any JSON value or its text) with an API's reader."""

    def read(api: Api, body: Any, url: str = "") -> Prompt:
        text = body if isinstance(body, bytes) else json.dumps(body).encode()
        return api.prompt(url, fields_of(text), blocks)

    return read


@pytest.fixture
def answer(blocks: Blocks) -> Callable[..., Reply]:
    """Reads a response (any JSON value or its bytes) with an API's reader."""

    def answer(api: Api, response: Any) -> Reply:
        return api.reply(response if isinstance(response, bytes) else json.dumps(response).encode(), blocks)

    return answer


@pytest.fixture
def stream() -> Callable[..., bytes]:
    """Writes events as an event stream, named by their `type`."""

    def stream(*events: Any, end: str = "\n") -> bytes:
        lines = []
        for event in events:
            if isinstance(event, dict) and "type" in event:
                lines.append(f"event: {event['type']}")
            lines += [f"data: {event if isinstance(event, str) else json.dumps(event)}", ""]
        return end.join([*lines, ""]).encode()

    return stream
