"""Repeated breaks of one head, counted over the whole conversation."""

from __future__ import annotations

from pathlib import Path

from app.analysis.breaks import report_breaks
from app.analysis.importing import import_paths
from app.analysis.versions import Versions
from tests.app.logs import growing, with_a_clock, write


def versions(tmp_path: Path, lines: list[dict[str, object]]) -> list[Versions | None]:
    database = tmp_path / "traces.db"
    import_paths(database, [str(write(tmp_path / "log.jsonl", lines))])
    return [history for _, history in report_breaks(database).leaks]


def test_a_head_that_changes_with_each_request_has_as_many_versions(tmp_path: Path) -> None:
    (found,) = versions(tmp_path, with_a_clock(5))
    assert found == Versions(section="system", versions=5, requests=5, parts=("clock",))


def test_a_head_that_changed_once_needs_no_history(tmp_path: Path) -> None:
    assert versions(tmp_path, with_a_clock(2)) == [None]


def test_a_steady_conversation_leaks_nothing(tmp_path: Path) -> None:
    assert versions(tmp_path, growing(3)) == []
