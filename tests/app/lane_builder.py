"""Lanes and families from a few words: each request is a list of texts, its roles taking turns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import msgspec

from app.lanes import Lane
from app.prefix_stability.findings import Break
from app.requests import Family, Request
from importers.records import Kind, Segment
from tests.app.store.made import exchange, segment
from tests.builders import FamilyBuilder


def result(text: str, path: str = "", tool: str = "read") -> Segment:
    """What a tool answered."""
    plain = segment(text, path)
    return msgspec.structs.replace(plain, kind=Kind.TOOL_RESULT, name=tool, digest=plain.digest[::-1])


def family_of_prompts(*prompts: Sequence[str | Segment], **facts: Any) -> Family:
    """A family of one request for each prompt; `facts` holds for all, a list in it gives each its own."""
    builder = FamilyBuilder()
    for number, prompt in enumerate(prompts):
        own = {name: value[number] if isinstance(value, list) else value for name, value in facts.items()}
        events, model = own.pop("events", ()), own.pop("model", "claude-sonnet-5")
        told = {"provider": "anthropic", "started_at": float(number), **own}
        made = exchange([_placed(item, n) for n, item in enumerate(prompt)], **told)
        builder.add(replace(made, prompt=replace(made.prompt, model=model)), events)
    return builder.family()


def lane_of(family: Family, *numbers: int, name: str = "talk", **facts: Any) -> Lane:
    """A lane of the family's requests with these numbers from 1, or of all."""
    chosen: tuple[Request, ...] = tuple(family.requests[n - 1] for n in numbers) or family.requests
    return Lane(id=name, parent=facts.pop("parent", None), requests=chosen, **facts)


def broken(family: Family, number: int, cause: str, **facts: Any) -> Break:
    """A break of the family's request of that number."""
    told: dict[str, Any] = {
        "request_id": family.requests[number - 1].id,
        "request": number,
        "previous": number - 1,
        "previous_conversation": None,
        "section": "messages",
        "path": "messages[0].content[0].text",
        "offset": 0,
        "byte": 0,
        "cause": cause,
        "rule": "append-only",
        "event": None,
        "declared": False,
        "possible_event": None,
        "actionable": True,
        "before": "",
        "after": "",
        "warm_tokens": 0,
        "lost_tokens": 0,
        "provenance": "reported",
        "fix": "",
    }
    return Break(**{**told, **facts})


def _placed(item: str | Segment, place: int) -> Segment:
    path = f"messages[{place}].content[0]"
    if isinstance(item, Segment):
        return msgspec.structs.replace(item, path=item.path if item.section != "messages" else path)
    return segment(item, path, role="assistant" if place % 2 else "user")
