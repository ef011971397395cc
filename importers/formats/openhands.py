"""OpenHands output (`output.jsonl` of its evaluations and resolver): one run a line, a history of actions.

A reply of the model may give several actions, which then name the same response; where the history names
none, every action of the agent was one request and `metrics.costs` lists their prices in order. A cost of
zero in the sum beside tokens means that the price was unknown, not that it was free.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from importers.apis.shape import details, objects, text
from importers.calls import Call
from importers.formats import Exchanges, Format
from importers.notations.decoding import encode, entries, outline
from importers.notations.times import seconds
from importers.reading import File
from importers.records import Exchange, Fidelity, Problem, Record
from importers.retold import telemetry
from importers.retold.chat_transcript import turns
from importers.retold.telemetry import Told, tokens
from pricing.usage import Usage

_TALK = frozenset(
    {"content", "thought", "action", "observation", "tool_call_metadata", "source", "id", "timestamp"}
)

Step = Mapping[str, Any]


def read(file: File, exchanges: Exchanges) -> Iterator[Record]:
    """One exchange a reply of the model, run by run."""
    for found in entries(file, "a run of OpenHands"):
        if isinstance(found, Problem):
            yield found
        else:
            yield from _run(file.name, found[0], exchanges, found[1])


def _run(source: str, line: int | None, exchanges: Exchanges, run: Step) -> Iterator[Exchange | Problem]:
    steps = _merged(objects(run, "history"))
    costs = details(run, "metrics").get("costs")
    prices = [_price(cost) for cost in costs] if isinstance(costs, list) else []
    model = text(details(details(run, "metadata"), "llm_config"), "model")
    told = [(_message(step, index == 0), step) for index, step in enumerate(steps)]
    for number, turn in enumerate(turns((message for message, _ in told), model)):
        step = told[turn.index][1]
        response = details(details(step, "tool_call_metadata"), "model_response")
        call = Call(
            source=source,
            line=line,
            fidelity=Fidelity.RECONSTRUCTED,
            ended_at=seconds(step.get("timestamp")),
            conversation=text(run, "instance_id"),
            task=text(run, "instance_id") or text(details(run, "issue"), "title"),
            builder="openhands",
        )
        usage, total = _usage(details(response, "usage"))
        answer = Told(
            model=text(response, "model") or model,
            answer=turn.reply,
            response_id=text(response, "id"),
            usage=usage,
            total=total,
            cost=prices[number] if number < len(prices) else None,
        )
        yield telemetry.read(exchanges, call, answer, turn.request)


def _merged(history: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The history with one action a reply: further actions of the same response say nothing new."""
    seen: set[str] = set()
    kept = []
    for step in history:
        response = _response(step) if "action" in step else None
        if response is None or response not in seen:
            kept.append(step)
        seen.update({response} if response else ())
    return kept


def _response(step: Step) -> str | None:
    return text(details(details(step, "tool_call_metadata"), "model_response"), "id")


def _message(step: Step, opening: bool) -> dict[str, Any]:
    """An action of the agent is what the model said; all else was said to it."""
    by_agent = "action" in step and not opening and step.get("source") in (None, "agent")
    act = {key: held for key, held in step.items() if key not in _TALK}
    said = text(step, "thought", "content") or ""
    if not by_agent:
        return {"role": "user", "content": text(step, "content") or said}
    return {"role": "assistant", "content": f"{said}\n{encode({str(step['action']): act}).decode()}"}


def _price(cost: Any) -> Any:
    return telemetry.money(cost.get("cost") if isinstance(cost, dict) else cost)


def _usage(held: Step) -> tuple[Usage, int | None]:
    inside = details(held, "prompt_tokens_details")
    usage = Usage(
        input_tokens=tokens(held, "prompt_tokens"),
        output_tokens=tokens(held, "completion_tokens"),
        cache_read_tokens=tokens(held, "cache_read_input_tokens") or tokens(inside, "cached_tokens"),
        cache_write_unsplit_tokens=tokens(held, "cache_creation_input_tokens"),
    )
    return usage, tokens(held, "total_tokens")


def sniff(head: bytes) -> float:
    """A history of actions beside the metrics of the run."""
    found = outline(head)
    run = {"git_patch", "instance_id", "test_result", "metrics.accumulated_cost"} & found
    return 1.0 if run and {"history.action", "instruction"} <= found else 0.0


FORMAT = Format("openhands", sniff, read)
