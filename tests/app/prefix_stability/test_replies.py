from __future__ import annotations

from dataclasses import replace

from app.prefix_stability.findings import Break
from importers.records import Fidelity, Reply
from tests.app.prefix_stability.asking import findings
from tests.builders import FamilyBuilder
from tests.talks import Talk, call, chat, order_of, prompt_of, prose, work


def warnings(
    talks: list[Talk], answer: Talk, api: str = "chat", fidelity: Fidelity = Fidelity.EXACT
) -> list[Break]:
    """What is said when the last message of `answer` was the reply to the first of two talks."""
    builder = FamilyBuilder(order_of)
    said = prompt_of(replace(answer, tools=(), system=(), messages=answer.messages[-1:]), api).prompt.segments
    reply = Reply(segments=tuple(s for s in said if s.section == "messages"))
    first, second = (
        replace(prompt_of(t, api, i), started_at=float(i), fidelity=fidelity) for i, t in enumerate(talks)
    )
    builder.add(replace(first, reply=reply))
    builder.add(second)
    (lane,) = findings(builder.family())
    assert lane.breaks == ()
    return list(lane.warnings)


def test_a_reply_replayed_as_it_came_is_fine() -> None:
    talks = chat(2)
    assert warnings(talks, Talk().says("assistant", *talks[1].messages[1][1])) == []


def test_a_reply_cut_short_is_a_warning_and_no_break() -> None:
    talks = chat(2)
    whole = Talk().says("assistant", f"{talks[1].messages[1][1][0]['text']}\n\nShall I go on?")
    (found,) = warnings(talks, whole)
    assert (found.request, found.cause, found.path) == (
        2,
        "reply-not-replayed",
        "messages[2].content[0].text",
    )
    assert found.lost_tokens is None


def test_arguments_in_another_order_are_reserialised() -> None:
    talks = work(2)
    produced = Talk().says("assistant", "Step 1.", call(501, limit=5, path="501.md"))
    (found,) = warnings(talks, produced)
    assert (found.cause, found.path) == ("args-reserialised", "messages[2].tool_calls[0].function.arguments")


def test_a_parsed_log_does_not_know_how_arguments_were_written() -> None:
    talks = work(2)
    produced = Talk().says("assistant", "Step 1.", call(501, limit=5, path="501.md"))
    assert warnings(talks, produced, fidelity=Fidelity.STRUCTURAL) == []


def test_another_answer_is_no_replay_at_all() -> None:
    talks = chat(2)
    assert warnings(talks, Talk().says("assistant", prose(777))) == []
