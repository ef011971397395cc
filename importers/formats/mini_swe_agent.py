"""mini-swe-agent trajectories: a bare list of messages, or since version 1 an object that holds one.

Every assistant message was one request. Where its `extra` keeps the whole response, usage is known, else it
is not.
"""

from __future__ import annotations

from collections.abc import Iterator

from importers.apis.shape import details, objects, text
from importers.calls import Call
from importers.formats import Exchanges, Format
from importers.notations.decoding import encode, outline, value
from importers.reading import File
from importers.records import Fidelity, Record
from importers.retold.chat_transcript import response, turns

_OWN = ("extra", "timestamp")


def read(file: File, exchanges: Exchanges) -> Iterator[Record]:
    """One exchange an assistant message."""
    content = value(file.document())
    run = content if isinstance(content, dict) else {"messages": content}
    messages = objects(run, "messages")
    model = text(details(details(details(run, "info"), "config"), "model"), "model_name")
    for turn in turns(({k: v for k, v in m.items() if k not in _OWN} for m in messages), model):
        kept = details(details(messages[turn.index], "extra"), "response")
        yield exchanges.read(
            Call(
                source=file.name,
                body=turn.request,
                fidelity=Fidelity.RECONSTRUCTED,
                response=encode(kept) if kept else response(turn.reply, model),
                api="openai-chat",
                builder="mini-swe-agent",
            )
        )


def sniff(head: bytes) -> float:
    """Its own name for the format; a bare list of messages has no other mark than what it lacks."""
    found = outline(head)
    if "trajectory_format" in found or {"info.model_stats", "messages"} <= found:
        return 1.0
    bare = head.lstrip()[:1] == b"[" and {"role=assistant", "content"} <= found | _roles(found)
    return 0.5 if bare and "type" not in found else 0.0


def _roles(found: frozenset[str]) -> set[str]:
    return {"role=assistant"} if {"role=system", "role=user"} <= found else set()


FORMAT = Format("mini_swe_agent", sniff, read)
