"""Commands run as a user would, on a trace written for the test."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

from app.cli.main import main

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def coldbyte(capsys: pytest.CaptureFixture[str]) -> Run:
    """A function that runs one command and returns its exit code, its output and what it said beside it."""

    def run(*arguments: object) -> tuple[int, str, str]:
        code = main([str(argument) for argument in arguments])
        told = capsys.readouterr()
        return code, told.out, told.err

    return run


@pytest.fixture
def trace(tmp_path: Path) -> Callable[[Iterable[dict[str, Any]]], Path]:
    """A function that writes lines to a trace and returns its path."""

    def write(lines: Iterable[dict[str, Any]]) -> Path:
        path = tmp_path / "log.jsonl"
        path.write_text("".join(f"{json.dumps(line)}\n" for line in lines))
        return path

    return write
