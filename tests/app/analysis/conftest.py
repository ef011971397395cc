"""Logs written for a test, as a database."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

from app.analysis.importing import import_paths

Stored = Callable[[Iterable[dict[str, Any]]], Path]


@pytest.fixture
def stored(tmp_path: Path) -> Stored:
    """A function that writes lines to a trace and imports it."""

    def store(lines: Iterable[dict[str, Any]]) -> Path:
        log, database = tmp_path / "log.jsonl", tmp_path / "coldbyte.db"
        log.write_text("".join(f"{json.dumps(line)}\n" for line in lines))
        import_paths(database, [str(log)])
        return database

    return store
