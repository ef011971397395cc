"""A database as a source: each question goes to its own module, and not before it is asked."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.errors import UserError
from app.tui.source import database, nothing_to_prepare


def test_each_question_is_put_to_its_module(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    path = tmp_path / "traces.db"
    monkeypatch.setattr("app.analysis.conversations.list_conversations", lambda *asked: ["rows", *asked])
    monkeypatch.setattr("app.analysis.breaks.list_breaks", lambda *asked: ["breaks", *asked])
    monkeypatch.setattr("app.analysis.board.read_board", lambda *asked: ["board", *asked])
    monkeypatch.setattr("app.analysis.inspector.read_request", lambda *asked: ["request", *asked])

    source = database(path, "traces.db", "--db traces.db", "--db traces.db", nothing_to_prepare)

    assert source.conversations() == ["rows", path]
    assert source.breaks(None) == ["breaks", path, None]
    assert source.board("a1") == ["board", path, "a1"]
    assert source.request(7) == ["request", path, 7]


def test_a_database_that_is_not_there_is_the_users_to_know(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"missing\.db does not exist"):
        database(tmp_path / "missing.db", "", "", "", nothing_to_prepare).conversations()
