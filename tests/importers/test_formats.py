"""Whatever a file holds, reading it gives records: no format ends in an exception of its own."""

from __future__ import annotations

import ast
import inspect
import json
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from importers import registry
from importers.exchanges import ExchangeReader
from importers.formats import Format
from importers.reading import File, files
from importers.records import Event, Exchange, JournalEntry, Problem, Snapshot
from importers.redaction import Redactor

RECORDS = (Event, Exchange, JournalEntry, Problem, Snapshot)
SCALARS = st.sampled_from(
    [None, True, 0, -7, 0.5, 1e300, "", "x", "{", "[1]", "{}", "\ud800", "2025-11-30T10:53:20Z"]
)


def words(form: Format) -> list[str]:
    """Every word a format's module speaks of, which are the keys it looks for and the values it knows."""
    tree = ast.parse(inspect.getsource(sys.modules[form.read.__module__]))
    spoken = (node.value for node in ast.walk(tree) if isinstance(node, ast.Constant))
    return sorted({word for word in spoken if isinstance(word, str) and word and " " not in word})


def objects(form: Format) -> st.SearchStrategy[dict[str, Any]]:
    key = st.sampled_from(words(form))
    values = st.recursive(
        SCALARS | key,
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(key, inner, max_size=5),
        max_leaves=15,
    )
    return st.dictionaries(key, values, max_size=8)


def written(path: Path, content: bytes) -> File:
    path.write_bytes(content)
    (file,) = files(str(path))
    assert isinstance(file, File)
    return file


def read(file: File, form: Format) -> list[Any]:
    found = list(registry.read(file, ExchangeReader(Redactor(b"salt")), form))
    assert all(isinstance(record, RECORDS) for record in found)
    return found


@pytest.mark.parametrize("form", registry.BUILT_IN, ids=lambda form: form.name)
def test_no_shape_of_json_ends_in_an_exception(form: Format, tmp_path: Path) -> None:
    @settings(max_examples=20, deadline=None, suppress_health_check=list(HealthCheck))
    @given(st.lists(objects(form), max_size=3))
    def check(entries: list[dict[str, Any]]) -> None:
        lines = "\n".join(json.dumps(entry) for entry in entries)
        read(written(tmp_path / "log", lines.encode()), form)

    check()


@pytest.mark.parametrize("form", registry.BUILT_IN, ids=lambda form: form.name)
@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\0" * 64,
        b"\xff\xfe\xff",
        b"[" * 100_000,
        b'{"a":',
        b"12:",
        b"- &a [*a]",
        b"null",
        b"[]",
        b'"x"',
        b"<html><!--",
    ],
    ids=["empty", "NUL", "no UTF-8", "nested", "cut", "length", "alias", "null", "list", "text", "page"],
)
def test_no_other_file_ends_in_one_either(form: Format, content: bytes, tmp_path: Path) -> None:
    assert not [
        record for record in read(written(tmp_path / "log", content), form) if isinstance(record, Exchange)
    ]
