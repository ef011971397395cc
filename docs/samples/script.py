"""A story as a script: what the user, the tools and the model said, in the order they said it.

A part of `NAME.txt` opens with a line `== user`, `== note`, `== reply`, `== call TOOL` or `== result`; a note
is what a colleague pinned up meanwhile. `NAME.md` is the system prompt, `NAME_tools.json` the tools.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

Json = dict[str, Any]
HERE = Path(__file__).parent
FIRST_REQUEST = {
    "support": "2026-11-16T08:14:07Z",
    "coding": "2026-11-17T09:02:30Z",
    "planning": "2026-11-20T13:41:12Z",
    "prices": "2026-11-25T07:55:48Z",
    "returns": "2026-11-27T08:31:05Z",
}
SECONDS_A_STEP = 41.0


def conversation(name: str) -> list[Json]:
    """The messages of `name.txt`, as Anthropic writes them; a block with "note" was pinned to the board."""
    parts = re.split(r"^== (\w+) ?(\w*)\n", (HERE / f"{name}.txt").read_text(), flags=re.MULTILINE)[1:]
    messages: list[Json] = []
    for kind, tool, text in zip(parts[::3], parts[1::3], parts[2::3], strict=True):
        role = "assistant" if kind in ("reply", "call") else "user"
        if not messages or messages[-1]["role"] != role:
            messages.append({"role": role, "content": []})
        messages[-1]["content"].append(spoken(kind, tool, text.strip(), len(messages)))
    return messages


def spoken(kind: str, tool: str, text: str, turn: int) -> Json:
    if kind == "call":
        return {"type": "tool_use", "id": f"toolu_{turn:02}", "name": tool, "input": json.loads(text)}
    if kind == "result":
        return {"type": "tool_result", "tool_use_id": f"toolu_{turn - 1:02}", "content": text}
    return {"type": "text", "text": text} | ({"note": True} if kind == "note" else {})


def steps(name: str) -> Iterator[tuple[float, list[Json], Json]]:
    """Each time the model was asked: when, what it was shown, what it said."""
    start, messages = datetime.fromisoformat(FIRST_REQUEST[name]).timestamp(), conversation(name)
    for index in range(1, len(messages), 2):
        yield start + SECONDS_A_STEP * (index // 2), messages[:index], messages[index]


def text(name: str) -> str:
    return (HERE / name).read_text().strip()


def tools(name: str) -> list[Json]:
    found: list[Json] = json.loads((HERE / f"{name}_tools.json").read_text())
    return found
