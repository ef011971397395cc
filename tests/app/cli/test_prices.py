from __future__ import annotations

import pytest

from tests.app.cli.asked import ask, read


def test_rates_stand_with_their_days_and_source(capsys: pytest.CaptureFixture[str]) -> None:
    rows = ask(capsys, "prices", "claude-sonnet-5", "--at", "2026-11-30")["prices"]
    row = next(row for row in rows if row["model"] == "claude-sonnet-5" and row["provider"] == "anthropic")
    assert (row["rates"]["fresh"], row["rates"]["cache_read"], row["rates"]["output"]) == ("2", "0.2", "10")
    assert row["source"]


def test_a_model_nobody_prices_is_said_to_be_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert "nobody prices" in read(capsys, "prices", "house-blend-7")
