import json
from pathlib import Path
from typing import Any

import pytest

from app.cli.main import main

LOG = Path(__file__).parents[3] / "sample_traces" / "steady-agent.jsonl"


def answer(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    assert main(["simulate", str(LOG), "--json", *arguments]) == 0
    return json.loads(capsys.readouterr().out)


def test_each_request_has_what_the_contract_names(capsys: pytest.CaptureFixture[str]) -> None:
    document = answer(capsys)
    named = {"conversation", "request", "warm", "read", "write", "reported_read", "reported_write"}
    assert document["requests"]
    assert all(named | {"residual", "reason"} <= row.keys() for row in document["requests"])
    assert document["summary"]["explained_percent"] > 95
    assert document["input"] == {"skipped": []}


def test_two_lifetimes_are_two_simulations(capsys: pytest.CaptureFixture[str]) -> None:
    document = answer(capsys, "--ttl", "5m,1h")
    assert {row["ttl"] for row in document["requests"]} == {"5m", "1h"}
    assert [s["ttl"] for s in document["summary"]["supposed"]] == ["5m", "1h"]
    assert document["summary"]["explained_percent"] is None


def test_text_says_how_much_fared_as_predicted(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", str(LOG)]) == 0
    assert "fared as predicted" in capsys.readouterr().out


@pytest.mark.parametrize("wrong", [("--family", "nobody"), ("--ttl", "7m")])
def test_what_cannot_be_supposed_is_an_error_of_the_user(wrong: tuple[str, str]) -> None:
    try:
        code = main(["simulate", str(LOG), *wrong])
    except SystemExit as stopped:
        code = int(stopped.code or 0)
    assert code == 2
