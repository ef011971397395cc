"""SWE-agent trajectories (`.traj`): the history of a run, and totals of tokens for the whole run only.

Every assistant message was one request. Totals name no cache and no single call, so usage is unknown; a
replayed demonstration reports zeros, which means unknown too, not free.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from importers.apis.shape import details, objects, text
from importers.calls import Call
from importers.formats import Exchanges, Format
from importers.notations.decoding import entries, outline
from importers.reading import File
from importers.records import Fidelity, Problem, Record
from importers.retold.chat_transcript import response, turns

_KEPT = ("role", "content", "tool_calls")


def read(file: File, exchanges: Exchanges) -> Iterator[Record]:
    """One exchange an assistant message."""
    for found in entries(file, "a trajectory"):
        if isinstance(found, Problem):
            yield found
            continue
        settings = details(details(found[1], "replay_config"), "agent")
        model = text(details(settings, "model"), "name")
        for turn in turns(map(_message, objects(found[1], "history")), model):
            yield exchanges.read(
                Call(
                    source=file.name,
                    body=turn.request,
                    fidelity=Fidelity.RECONSTRUCTED,
                    response=response(turn.reply, model),
                    api="openai-chat",
                    task=text(settings, "name"),
                    builder="swe-agent",
                )
            )


def _message(step: Mapping[str, Any]) -> dict[str, Any]:
    answers = step.get("tool_call_ids")
    kept = {key: step[key] for key in _KEPT if step.get(key) is not None}
    return {**kept, "tool_call_id": answers[0]} if isinstance(answers, list) and answers else kept


def sniff(head: bytes) -> float:
    """`trajectory` and `history` beside each other, or the steps of one."""
    found = outline(head)
    steps = {"trajectory.action", "trajectory.observation"} <= found
    return 1.0 if steps or {"trajectory", "history"} <= found else 0.0


FORMAT = Format("swe_agent", sniff, read)
