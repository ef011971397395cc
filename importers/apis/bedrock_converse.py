"""Bedrock Converse: blocks without a `type`, the model in the URL, and markers that are elements of their
own.

A `cachePoint` marks the block in front of it. It is no part of the prompt, but it counts in indices.
Anthropic's `cache_control` means nothing here; how often it stands in a body is reported, because people wait
for it to work.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from urllib.parse import unquote

from importers.apis.blocks import Blocks
from importers.apis.converse_blocks import block_segments
from importers.apis.converse_replies import reply
from importers.apis.json_text import Fields, compact, parse, parse_object, string_of, text_of
from importers.apis.shape import as_object
from importers.records import Prompt, Segment

__all__ = ["NAME", "claims", "prompt", "reply"]

NAME = "bedrock-converse"

_PROMPT = frozenset({"modelId", "toolConfig", "system", "messages"})
_MODEL = re.compile(r"/model/([^/?]+)/converse(?:-stream)?$")
_OWN_FIELDS = ("toolConfig", "inferenceConfig", "additionalModelRequestFields", "modelId")


def claims(url: str, fields: Fields) -> bool:
    """Whether the URL, or without one the body, is of this API."""
    if url:
        return bool(_MODEL.search(url.partition("?")[0]))
    return "messages" in fields and any(name in fields for name in _OWN_FIELDS)


def prompt(url: str, fields: Fields, blocks: Blocks) -> Prompt:
    """The prompt of a request body. Raises `UnreadableError`."""
    tools = blocks.whole("toolConfig", fields.get("toolConfig"), _tools)
    system = blocks.whole("system", fields.get("system"), _system)
    messages = blocks.array("messages", fields.get("messages"), _message)
    named = _MODEL.search(url.partition("?")[0])
    return Prompt(
        segments=tools + system + messages,
        params=blocks.params(fields, _PROMPT) | _tool_params(fields),
        model=unquote(named[1]) if named else string_of(fields, "modelId"),
        bad_markers=sum(text_of(fields, name).count(b'"cache_control"') for name in _PROMPT),
    )


def _tools(raw: bytes) -> list[Segment]:
    return block_segments("tools", "", "toolConfig.tools", parse_object(raw, "toolConfig").get("tools"))


def _system(raw: bytes) -> list[Segment]:
    return block_segments("system", "system", "system", parse(raw))


def _message(index: int, raw: bytes, before: Sequence[Segment]) -> list[Segment]:
    message = parse_object(raw, f"messages[{index}]")
    path = f"messages[{index}].content"
    return block_segments("messages", str(message.get("role", "")), path, message.get("content"), before)


def _tool_params(fields: Fields) -> dict[str, str]:
    """What `toolConfig` holds beside the tools: the choice among them."""
    config = as_object(parse(text_of(fields, "toolConfig") or b"null"))
    rest = {key: value for key, value in config.items() if key != "tools"}
    return {"toolConfig": compact(rest).decode()} if rest else {}
