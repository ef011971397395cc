from __future__ import annotations

from dataclasses import replace

from app.lanes import Lane, settle
from importers.records import Exchange, Reply
from tests.builders import FamilyBuilder
from tests.talks import Talk, chat, order_of, prompt_of


def lane(*exchanges: Exchange) -> Lane:
    builder = FamilyBuilder(order_of)
    for i, exchange in enumerate(exchanges):
        builder.add(replace(exchange, started_at=float(i)))
    (found,) = settle(builder.family())
    return found


def answered(talk: Talk, reply: str = "r", status: int = 200) -> Exchange:
    return replace(prompt_of(talk, "anthropic"), status=status, reply=Reply(id=reply))


def test_a_failed_attempt_that_is_sent_again_takes_no_number() -> None:
    (talk,) = chat(1)
    found = lane(answered(talk, "", 529), answered(talk))
    assert [request.id for request in found.requests] == [2]
    assert [(request.id, reason) for request, reason in found.skipped] == [(1, "failed and sent again")]


def test_a_refused_request_never_sent_again_takes_a_number() -> None:
    first, second = chat(2)
    assert len(lane(answered(first), answered(second, "", 400)).requests) == 2


def test_an_answer_from_a_response_cache_takes_no_number() -> None:
    first, second = chat(2)
    found = lane(answered(first), answered(first), answered(second, "s"))
    assert [request.id for request in found.requests] == [1, 3]
    assert found.skipped[0][1] == "answered from a response cache"


def test_a_gateway_that_says_so_answered_from_its_cache() -> None:
    first, second = chat(2)
    found = lane(
        answered(first, "a"), replace(answered(first, ""), cached_response=True), answered(second, "b")
    )
    assert [request.id for request in found.requests] == [1, 3]


def test_two_answers_to_one_prompt_are_two_requests() -> None:
    (talk,) = chat(1)
    assert len(lane(answered(talk, "a"), answered(talk, "b")).requests) == 2
