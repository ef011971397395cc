"""Anthropic Messages through Bedrock's InvokeModel: the model in the URL, streams wrapped into binary
frames.
"""

from __future__ import annotations

import binascii
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any
from urllib.parse import unquote

from importers.apis import anthropic_messages, anthropic_replies
from importers.apis.blocks import Blocks
from importers.apis.eventstream import frames, is_event_stream
from importers.apis.json_text import Fields, UnreadableError, loads
from importers.apis.shape import text
from importers.records import Prompt, Reply

NAME = "bedrock-invoke"

_MODEL = re.compile(r"/model/([^/?]+)/invoke(?:-with-response-stream)?$")


def claims(url: str, fields: Fields) -> bool:
    """Whether the URL is of this API and the body Anthropic's; other vendors' models have other bodies."""
    named = _MODEL.search(url.partition("?")[0])
    return named is not None and ("anthropic_version" in fields or "anthropic" in named[1])


def prompt(url: str, fields: Fields, blocks: Blocks) -> Prompt:
    """The prompt of a request body. Raises `UnreadableError`."""
    named = _MODEL.search(url.partition("?")[0])
    read = anthropic_messages.prompt("", fields, blocks)
    return replace(read, model=unquote(named[1])) if named else read


def reply(response: bytes, blocks: Blocks) -> Reply:
    """What a response body says, JSON or event stream. Raises `UnreadableError`."""
    if is_event_stream(response):
        return anthropic_replies.streamed_reply(_events(response), blocks)
    return anthropic_replies.reply(response, blocks)


def _events(response: bytes) -> Iterator[dict[str, Any]]:
    for _, frame in frames(response):
        try:
            event = loads(binascii.a2b_base64(text(frame, "bytes") or ""))
        except (binascii.Error, UnreadableError):
            continue
        if isinstance(event, dict):
            yield event
