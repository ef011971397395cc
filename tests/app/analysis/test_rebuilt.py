"""Captures side by side: who is held against whom, and what has no partner."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from app.analysis.importing import InputError
from app.analysis.rebuilt import compare_captures, couples
from importers.records import Exchange
from tests.app.logs import growing, write
from tests.talks import prompt_of, work


def named(*names: str | None, at: float | None = None) -> list[Exchange]:
    exchange = prompt_of(work(2)[0], "anthropic")
    return [
        replace(exchange, id=name, started_at=None if at is None else at + i) for i, name in enumerate(names)
    ]


def names(live: list[Exchange], rebuilt: list[Exchange]) -> list[tuple[str | None, ...]]:
    return [tuple(one.id if one else None for one in couple) for couple in couples(live, rebuilt)]


def test_requests_are_paired_by_name_whatever_their_order() -> None:
    assert names(named("a", "b"), named("b", "a", "c")) == [("a", "a"), ("b", "b"), (None, "c")]


def test_names_that_have_nothing_in_common_say_nothing() -> None:
    assert names(named("a", "b"), named("x", "y")) == [("a", "x"), ("b", "y")]
    assert names(named("a", "a"), named("a", "b")) == [("a", "a"), ("a", "b")]


def test_in_order_means_order_of_start_where_there_is_one() -> None:
    late, early = named("x", at=9.0) + named("y", at=1.0), named("p", "q", at=0.0)
    assert names(late, early) == [("y", "p"), ("x", "q")]


def capture(path: Path, lines: list[dict[str, Any]]) -> str:
    return str(write(path, lines))


def test_a_capture_is_the_same_as_itself_without_its_answers(tmp_path: Path) -> None:
    live = capture(tmp_path / "live.jsonl", growing())
    rebuilt = capture(tmp_path / "again.jsonl", [{"request": line["request"]} for line in growing()])
    assert compare_captures(live, rebuilt).verdict.passed


def test_each_request_is_told_by_its_first_difference(tmp_path: Path) -> None:
    changed = json.loads(json.dumps(growing()))
    changed[1]["request"]["body"]["messages"][0]["content"][0]["text"] += " "
    comparison = compare_captures(
        capture(tmp_path / "live.jsonl", growing()), capture(tmp_path / "b.jsonl", changed)
    )
    (found,) = comparison.verdict.failures
    assert (found.finding.request, found.finding.cause) == (2, "whitespace")
    assert (found.finding.path, found.lost_usd) == ("messages[0].content[0].text", None)


def test_a_request_that_was_not_rebuilt_fails_in_words(tmp_path: Path) -> None:
    verdict = compare_captures(
        capture(tmp_path / "live.jsonl", growing(3)), capture(tmp_path / "b.jsonl", growing(2))
    ).verdict
    assert (verdict.failures, verdict.passed) == ((), False)
    assert verdict.missed == ("request 3 is not rebuilt",)


def test_a_refused_attempt_has_no_partner_and_needs_none(tmp_path: Path) -> None:
    refused = growing(2)
    refused[0]["response"] = {"status_code": 529, "body": {"type": "error"}}
    live = capture(tmp_path / "live.jsonl", [refused[0], *growing(2)])
    assert compare_captures(live, capture(tmp_path / "b.jsonl", growing(2))).verdict.passed


def test_a_capture_without_bodies_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "empty.jsonl").write_text("")
    with pytest.raises(InputError, match="no request with a body"):
        compare_captures(str(tmp_path / "empty.jsonl"), str(tmp_path / "empty.jsonl"))
