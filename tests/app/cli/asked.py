"""Asking in the same process: quicker than a process for each question."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from app.cli.main import main


def ask(capsys: pytest.CaptureFixture[str], *arguments: str | Path) -> Any:
    """The JSON answer to a command that succeeds."""
    assert main([*map(str, arguments), "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def read(capsys: pytest.CaptureFixture[str], *arguments: str | Path) -> str:
    """The text answer to a command that succeeds."""
    assert main([*map(str, arguments)]) == 0
    return capsys.readouterr().out
