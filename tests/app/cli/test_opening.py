from __future__ import annotations

from pathlib import Path

import pytest

from tests.app.cli.asked import ask, read
from tests.app.logs import growing, write


def test_on_a_pipe_it_prints_the_summary(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = write(tmp_path / "log.jsonl", growing())
    assert read(capsys, "open", log) == read(capsys, "conversations", log)


def test_as_json_it_is_the_list_of_conversations(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = write(tmp_path / "log.jsonl", growing())
    assert ask(capsys, "open", log) == ask(capsys, "conversations", log)
