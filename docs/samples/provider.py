"""Two providers as far as a cache goes: the body one is sent, the reply and the usage it gives back.

No prompt here is longer than a provider looks back and no two requests overlap, so one rule is left: of the
prefixes it was asked to keep, the longest that a request repeats is read.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field
from typing import Any

Json = dict[str, Any]
ANTHROPIC = "https://api.anthropic.com/v1/messages"
OPENAI = "https://api.openai.com/v1/responses"
MARK = {"cache_control": {"type": "ephemeral"}}
UNCACHED = 4  # tokens behind the last marker that open the answer: Anthropic never reports zero


@dataclass
class Cache:
    """A provider's prompt cache. Sizes in tokens, times in seconds; a prefix read is a prefix kept."""

    minimum: int
    lifetime: float
    chars_per_token: float
    kept_until: dict[str, float] = field(default_factory=dict)

    def serve(self, at: float, blocks: list[tuple[str, bool]]) -> tuple[int, int, int]:
        """How many tokens of a prompt of (text, marked) blocks are read, written, and neither."""
        prefix, chars, ends = "", 0, []
        for text, marked in blocks:
            prefix, chars = digest(prefix + text), chars + len(text)
            ends.append((prefix, self.tokens(chars), marked))
        goal = max((size for _, size, marked in ends if marked and size >= self.minimum), default=0)
        warm = [size for key, size, _ in ends if size <= goal and self.kept_until.get(key, 0) > at]
        read = max(warm, default=0)
        for key, size, marked in ends:
            if size == read or (marked and size >= self.minimum):
                self.kept_until[key] = at + self.lifetime
        return read, goal - read, self.tokens(chars) - goal

    def tokens(self, chars: int) -> int:
        return round(chars / self.chars_per_token)


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:24]


def anthropic_body(model: str, tools: list[Json], system: str, messages: list[Json]) -> Json:
    """A Messages request with markers on the last tool, the system prompt and the newest block."""
    *earlier, last = [{"role": m["role"], "content": [plain(b) for b in m["content"]]} for m in messages]
    last["content"][-1] |= MARK
    return {
        "model": model,
        "max_tokens": 4096,
        "tools": [*tools[:-1], tools[-1] | MARK],
        "system": [{"type": "text", "text": system} | MARK],
        "messages": [*earlier, last],
    }


def plain(block: Json) -> Json:
    return {key: value for key, value in block.items() if key != "note"}


def anthropic_blocks(body: Json) -> list[tuple[str, bool]]:
    blocks = [*body.get("tools", []), *body["system"], *(b for m in body["messages"] for b in m["content"])]
    return [(read_text(b), "cache_control" in b) for b in blocks]


def read_text(block: Json) -> str:
    """What the model reads of a block, near enough to count it."""
    if found := block.get("text") or block.get("content"):
        return str(found)
    bare = {key: value for key, value in block.items() if key not in MARK}
    return json.dumps(bare.get("input", bare), ensure_ascii=False)


def anthropic_reply(body: Json, said: Json, cache: Cache, at: float) -> Json:
    read, written, fresh = cache.serve(at, anthropic_blocks(body))
    calls = any(b["type"] == "tool_use" for b in said["content"])
    return {
        "id": "msg_" + digest(json.dumps([body, said])),
        "type": "message",
        "role": "assistant",
        "model": body["model"],
        "content": said["content"],
        "stop_reason": "tool_use" if calls else "end_turn",
        "usage": {
            "input_tokens": fresh + UNCACHED,
            "cache_creation_input_tokens": written,
            "cache_read_input_tokens": read,
            "cache_creation": {"ephemeral_5m_input_tokens": written, "ephemeral_1h_input_tokens": 0},
            "output_tokens": cache.tokens(sum(len(read_text(b)) for b in said["content"])),
        },
    }


def responses_items(message: Json) -> list[Json]:
    """A message as OpenAI's Responses API writes it: calls and their outputs stand beside the messages."""
    items: list[Json] = []
    for block in message["content"]:
        if block["type"] == "tool_use":
            arguments = json.dumps(block["input"], ensure_ascii=False)
            name = {"call_id": block["id"], "name": block["name"]}
            items.append({"type": "function_call", **name, "arguments": arguments})
        elif block["type"] == "tool_result":
            output = {"call_id": block["tool_use_id"], "output": block["content"]}
            items.append({"type": "function_call_output", **output})
        else:
            kind = "output_text" if message["role"] == "assistant" else "input_text"
            content = [{"type": kind, "text": block["text"]}]
            items.append({"type": "message", "role": message["role"], "content": content})
    return items


def responses_tool(tool: Json) -> Json:
    told = {"name": tool["name"], "description": tool["description"]}
    return {"type": "function", **told, "parameters": tool["input_schema"]}


def responses_body(model: str, tools: list[Json], instructions: str, messages: list[Json]) -> Json:
    functions = [responses_tool(tool) for tool in tools]
    items = [item for message in messages for item in responses_items(message)]
    return {"model": model, "instructions": instructions, "tools": functions, "input": items, "store": False}


def responses_reply(body: Json, said: Json, cache: Cache, at: float) -> Json:
    prompt = [*map(json.dumps, body["tools"]), body["instructions"], *map(json.dumps, body["input"])]
    read, written, fresh = cache.serve(at, [(text, text is prompt[-1]) for text in prompt])
    output = responses_items(said)
    told = cache.tokens(sum(len(read_text(b)) for b in said["content"]))
    return {
        "id": "resp_" + digest(json.dumps([body, output])),
        "object": "response",
        "status": "completed",
        "model": body["model"],
        "output": output,
        "usage": {
            "input_tokens": read + written + fresh,
            "input_tokens_details": {"cached_tokens": read, "cache_write_tokens": written},
            "output_tokens": told,
            "output_tokens_details": {"reasoning_tokens": 0},
            "total_tokens": read + written + fresh + told,
        },
    }
