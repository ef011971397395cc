"""Aider's analytics log (`--analytics-log`): one event a line, of which `message_send` tells a call.

`prompt_tokens` is the whole prompt: what of it was cached cannot be told, so it stands as fresh with the
cache buckets unknown, and `cost` is the price that Aider knew. `total_cost` is the running sum of a program
run. No text is kept, and nothing tells one conversation from another.
"""

from __future__ import annotations

from collections.abc import Iterator

from importers.apis.shape import count, details, text
from importers.calls import Call
from importers.formats import Exchanges, Format
from importers.notations.decoding import entries, outline
from importers.notations.times import seconds
from importers.reading import File
from importers.records import Fidelity, Problem, Record
from importers.retold import telemetry
from importers.retold.telemetry import Told
from pricing.usage import Usage


def read(file: File, exchanges: Exchanges) -> Iterator[Record]:
    """One exchange a `message_send`; the other events are counted in one problem."""
    others = 0
    for found in entries(file, "an event of Aider"):
        if isinstance(found, Problem):
            yield found
            continue
        line, event = found
        if event.get("event") != "message_send":
            others += 1
            continue
        sent = details(event, "properties")
        call = Call(
            source=file.name,
            line=line,
            fidelity=Fidelity.USAGE_ONLY,
            ended_at=seconds(event.get("time")),
            builder="aider",
        )
        usage = Usage(
            input_tokens=count(sent, "prompt_tokens"), output_tokens=count(sent, "completion_tokens")
        )
        told = Told(model=text(sent, "main_model"), usage=usage, cost=telemetry.money(sent.get("cost")))
        yield telemetry.read(exchanges, call, told)
    if others:
        reason = f"{others} events of the program that are no model calls"
        yield Problem(source=file.name, line=None, kind="not-a-model-call", reason=reason)


def sniff(head: bytes) -> float:
    """Events with properties, of the kinds Aider knows."""
    found = outline(head)
    own = any(
        path.startswith(("event=message_send", "event=launched", "properties.main_model")) for path in found
    )
    return 1.0 if own and {"event", "properties", "time"} <= found else 0.0


FORMAT = Format("aider", sniff, read)
