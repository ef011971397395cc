from __future__ import annotations

from pathlib import Path

import pytest

from app.analysis.discovered import discovered_logs
from app.analysis.importing import InputError
from tests.app.logs import growing, write


def test_only_places_that_hold_logs_are_loaded(tmp_path: Path) -> None:
    (tmp_path / ".codex" / "sessions").mkdir(parents=True)
    (tmp_path / ".claude-trace").mkdir()
    write(tmp_path / ".claude-trace" / "log.jsonl", growing(1))
    assert discovered_logs(tmp_path, {}) == [str(tmp_path / ".claude-trace")]


def test_where_there_is_none_the_places_are_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no known tool has left logs under"):
        discovered_logs(tmp_path, {})
    (tmp_path / ".codex" / "sessions").mkdir(parents=True)
    with pytest.raises(InputError, match=r"nothing to read in .*sessions"):
        discovered_logs(tmp_path, {})
