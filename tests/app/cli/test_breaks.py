from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import pytest

from tests.app.cli.asked import ask, read
from tests.app.logs import growing, with_a_clock, write

KEYS = {
    "conversation", "request", "previous", "previous_conversation", "section", "path", "offset", "byte", "cause",
    "rule", "event", "declared", "possible_event", "actionable", "before", "after", "warm_tokens", "lost_tokens",
    "lost_usd", "provenance", "fidelity", "fix", "behind", "provider_verdict",
}  # fmt: skip


def test_the_document_is_the_contracts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    answer = ask(capsys, "breaks", write(tmp_path / "log.jsonl", with_a_clock()))
    assert (answer["requests"], answer["pairs"], answer["lanes"]) == (3, 2, 1)
    assert set(answer["breaks"][0]) >= KEYS
    assert answer["warnings"] == []
    assert answer["input"] == {"skipped": []}


def test_breaks_stand_dearest_first_and_add_up(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    answer = ask(capsys, "breaks", write(tmp_path / "log.jsonl", with_a_clock()))
    costs = [Decimal(found["lost_usd"]) for found in answer["breaks"]]
    assert costs == sorted(costs, reverse=True)
    assert Decimal(answer["totals"]["lost_usd"]) == sum(costs)
    assert answer["totals"]["lost_tokens"] == sum(found["lost_tokens"] for found in answer["breaks"])


def test_a_break_costs_the_difference_to_the_read_rate(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for found in ask(capsys, "breaks", write(tmp_path / "log.jsonl", with_a_clock()))["breaks"]:
        # Claude Sonnet 5: written for 5 minutes at 2.50, read at 0.20 USD per million tokens.
        assert Decimal(found["lost_usd"]) == found["lost_tokens"] * Decimal("2.30") / 1_000_000


def test_a_sound_log_has_none(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    answer = ask(capsys, "breaks", write(tmp_path / "log.jsonl", growing()))
    assert answer["breaks"] == []
    assert answer["totals"] == {"lost_tokens": 0, "lost_usd": "0"}


def test_a_cut_line_is_skipped_and_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = write(tmp_path / "log.jsonl", [*growing(2), '{"request": {"body": {"mod'])
    (skipped,) = ask(capsys, "breaks", log)["input"]["skipped"]
    assert (skipped["source"], skipped["line"]) == (str(log), 3)
    assert read(capsys, "breaks", log).startswith("2 requests")


def test_people_read_place_cause_money_and_remedy(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = read(capsys, "breaks", write(tmp_path / "log.jsonl", with_a_clock()))
    assert "●  clock  system[0].text, character 13" in text
    assert "breaks append-only · undeclared · yours to fix" in text
    assert "  fix     " in text


def test_the_database_answers_without_saying_what_was_skipped(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    database = tmp_path / "traces.db"
    ask(capsys, "--db", database, "import", write(tmp_path / "log.jsonl", with_a_clock()))
    answer = ask(capsys, "--db", database, "breaks")
    assert len(answer["breaks"]) == 2
    assert "input" not in answer


def test_repeats_are_told_once_with_their_sum_and_the_history_of_the_head(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = write(tmp_path / "log.jsonl", with_a_clock(4))
    text = read(capsys, "breaks", log)
    assert text.count("clock  system[0].text") == 1
    assert "  again   3 breaks like it lost " in text
    assert "  history system has 4 versions in 4 requests; changing parts: clock\n" in text


def test_the_sums_say_which_fix_saves_most_and_what_all_would(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = write(tmp_path / "log.jsonl", with_a_clock())
    answer = ask(capsys, "breaks", log)
    (fix,) = answer["fixes"]
    assert (fix["cause"], fix["breaks"], fix["share"], fix["provenance"]) == ("clock", 2, 1.0, "reported")
    assert fix["saves_usd"] == fix["lost_usd"] == answer["saveable_usd"]
    last = read(capsys, "breaks", log).splitlines()[-1]
    assert last.startswith("one fix saves most: clock at system[0].text, $")
    assert last.endswith("100.0 % of what was lost")


def test_three_verdicts_stand_side_by_side(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = with_a_clock(2)
    lines[1]["response"]["body"]["diagnostics"] = {"cache_miss_reason": {"type": "tools_changed"}}
    log = write(tmp_path / "log.jsonl", lines)
    (found,) = ask(capsys, "breaks", log)["breaks"]
    assert (found["cause"], found["provider_verdict"], found["verdicts_agree"]) == (
        "clock",
        "tools_changed",
        False,
    )
    assert "  verdict ours clock · provider tools_changed · they disagree" in read(capsys, "breaks", log)
