"""The sample traces are what their scripts make, and show what their README says."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from app.cli.main import main

ROOT = Path(__file__).parent.parent
SAMPLES = ROOT / "sample_traces"
README = (ROOT / "README.md").read_text(encoding="utf-8")
SESSIONS = re.findall(r"^```console\n\$ coldbyte (.*)\n((?:.*\n)*?)```$", README, re.MULTILINE)
STATED = re.findall(
    r"^\| (\S+) \| (\d+) \| (\d+) \| (\d+) \| ([\d.]+) \|$", (SAMPLES / "README.md").read_text(), re.MULTILINE
)


def captures(folder: Path) -> dict[str, str]:
    found = sorted(folder.rglob("*.jsonl"))
    return {str(path.relative_to(folder)): path.read_text(encoding="utf-8") for path in found}


def test_the_samples_follow_from_their_scripts(tmp_path: Path) -> None:
    subprocess.run([sys.executable, str(ROOT / "docs" / "samples" / "make.py"), str(tmp_path)], check=True)
    assert captures(tmp_path) == captures(SAMPLES)


def test_the_samples_stay_small() -> None:
    assert sum(len(text.encode()) for text in captures(SAMPLES).values()) < 400_000


def test_the_readme_speaks_of_every_sample() -> None:
    assert {capture for capture, *_ in STATED} == {*captures(SAMPLES), "all"}


@pytest.mark.parametrize(("capture", "requests", "breaks", "declared", "lost"), STATED)
def test_a_sample_shows_what_the_readme_says(
    capture: str, requests: str, breaks: str, declared: str, lost: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = SAMPLES if capture == "all" else SAMPLES / capture
    assert main(["breaks", "--json", str(path)]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["requests"] == int(requests)
    assert len(answer["breaks"]) == int(breaks)
    assert sum(found["declared"] for found in answer["breaks"]) == int(declared)
    assert f"{float(answer['totals']['lost_usd'] or 0):.3f}" == lost


def test_the_clock_hides_a_trimmed_result(capsys: pytest.CaptureFixture[str]) -> None:
    main(["breaks", "--json", str(SAMPLES / "clock-in-system.jsonl")])
    breaks = json.loads(capsys.readouterr().out)["breaks"]
    assert {found["cause"] for found in breaks} == {"clock"}
    behind = [(found["request"], hidden["cause"]) for found in breaks for hidden in found["behind"]]
    assert behind == [(5, "result-trimmed")]


def test_a_hidden_change_would_still_cost_the_history_behind_it(capsys: pytest.CaptureFixture[str]) -> None:
    main(["breaks", "--json", str(SAMPLES / "clock-in-system.jsonl")])
    breaks = json.loads(capsys.readouterr().out)["breaks"]
    (cost,) = [hidden["lost_tokens"] for found in breaks for hidden in found["behind"]]
    (whole,) = [found["lost_tokens"] for found in breaks if found["behind"]]
    assert whole / 3 < cost < whole


@pytest.mark.parametrize(("command", "printed"), SESSIONS)
def test_a_command_prints_what_the_project_readme_shows(
    command: str, printed: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    assert main(command.split()) == 0
    told = "\n".join(line.rstrip() for line in capsys.readouterr().out.splitlines())
    shown = ".*".join(map(re.escape, printed.rstrip().split("...")))
    assert re.fullmatch(shown, told, re.DOTALL)


def test_the_trace_in_the_project_readme_can_be_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (trace,) = re.findall(r"^```json\n((?:.*\n)*?)```$", README, re.MULTILINE)
    path = tmp_path / "own.jsonl"
    path.write_text(trace)
    assert main(["conversations", "--json", str(path)]) == 0
    (conversation,) = json.loads(capsys.readouterr().out)["conversations"]
    assert (conversation["conversation"], conversation["builder"]) == ("price-lists", "desk")
    assert conversation["tokens"]["output"] == 10
