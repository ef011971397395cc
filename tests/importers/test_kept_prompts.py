"""A head that the provider keeps is put in front of the body that names it."""

from __future__ import annotations

import json
from typing import Any

from importers.calls import Call
from importers.exchanges import ExchangeReader
from importers.records import Exchange, Fidelity, Problem
from importers.redaction import Redactor

RESPONSES = "https://api.openai.com/v1/responses"
GEMINI = "https://generativelanguage.googleapis.com/v1beta"
MODEL = f"{GEMINI}/models/gemini-2.5-flash:generateContent"
STORED = {
    "model": "models/gemini-2.5-flash",
    "systemInstruction": {"parts": [{"text": "You keep the bees."}]},
    "contents": [{"role": "user", "parts": [{"text": "The whole handbook."}]}],
}


def said(text: str) -> dict[str, Any]:
    return {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": text}]}


def asked(text: str) -> dict[str, Any]:
    return {"type": "message", "role": "user", "content": [{"type": "input_text", "text": text}]}


def ask(text: str, after: str | None = None, **body: Any) -> dict[str, Any]:
    return {"model": "gpt-5.1", "input": [asked(text)], "previous_response_id": after, **body}


def read(*calls: tuple[str, Any, Any], method: str = "POST") -> list[Exchange | Problem]:
    reader = ExchangeReader(Redactor(b"salt"))
    return [
        reader.read(
            Call(
                source="log",
                url=url,
                method=method,
                body=json.dumps(body).encode(),
                response=json.dumps(response).encode(),
                fidelity=Fidelity.EXACT,
            )
        )
        for url, body, response in calls
    ]


def heard(exchange: Exchange | Problem) -> list[str]:
    """The texts of a prompt, in read order."""
    assert isinstance(exchange, Exchange)
    values = [json.loads(segment.canonical) for segment in exchange.prompt.segments]
    return [value["text"] if isinstance(value, dict) else value for value in values]


def test_a_chain_carries_what_was_asked_and_answered_before() -> None:
    *_, last = read(
        (RESPONSES, ask("One?", instructions="Count."), {"id": "r1", "output": [said("One.")]}),
        (RESPONSES, ask("Two?", "r1"), {"id": "r2", "output": [said("Two.")]}),
        (RESPONSES, ask("Three?", "r2", instructions="Count on."), {"id": "r3", "output": []}),
    )
    assert heard(last) == ["Count on.", "One?", "One.", "Two?", "Two.", "Three?"]


def test_a_chain_is_the_very_prompt_that_its_history_sent_whole_would_be() -> None:
    chained = read(
        (RESPONSES, ask("One?"), {"id": "r1", "output": [said("One.")]}), (RESPONSES, ask("Two?", "r1"), {})
    )[-1]
    whole = read(
        (RESPONSES, {"model": "gpt-5.1", "input": [asked("One?"), said("One."), asked("Two?")]}, {})
    )[0]
    assert isinstance(chained, Exchange)
    assert isinstance(whole, Exchange)
    assert [s.digest for s in chained.prompt.segments] == [s.digest for s in whole.prompt.segments]
    assert chained.fidelity == whole.fidelity


def test_two_requests_may_go_on_from_one_answer() -> None:
    _, one, other = read(
        (RESPONSES, ask("One?"), {"id": "r1", "output": [said("One.")]}),
        (RESPONSES, ask("Two?", "r1"), {"id": "r2", "output": []}),
        (RESPONSES, ask("Or three?", "r1"), {"id": "r3", "output": []}),
    )
    assert heard(one)[:2] == heard(other)[:2] == ["One?", "One."]


def test_where_the_answer_is_not_in_the_file_no_place_is_claimed() -> None:
    (found,) = read((RESPONSES, ask("Two?", "elsewhere"), {"id": "r2", "output": []}))
    assert isinstance(found, Exchange)
    assert (heard(found), found.fidelity) == (["Two?"], Fidelity.RECONSTRUCTED)


def test_a_stored_content_stands_in_front_of_the_request_that_names_it() -> None:
    made, found = read(
        (f"{GEMINI}/cachedContents?key=k", STORED, {"name": "cachedContents/7"}),
        (MODEL, {"cachedContent": "cachedContents/7", "contents": [{"parts": [{"text": "How many?"}]}]}, {}),
    )
    assert isinstance(made, Problem)
    assert made.kind == "not-a-model-call"
    assert heard(found) == ["You keep the bees.", "The whole handbook.", "How many?"]


def test_a_content_that_nobody_stored_leaves_the_body_as_it_is() -> None:
    (found,) = read(
        (MODEL, {"cachedContent": "cachedContents/9", "contents": [{"parts": [{"text": "?"}]}]}, {})
    )
    assert heard(found) == ["?"]


def test_a_refused_storing_is_only_counted() -> None:
    made, found = read(
        (f"{GEMINI}/cachedContents", STORED, {"error": {"code": 400}}),
        (MODEL, {"cachedContent": "cachedContents/7", "contents": [{"parts": [{"text": "?"}]}]}, {}),
    )
    assert isinstance(made, Problem)
    assert heard(found) == ["?"]
