from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from importers.apis.json_text import UnreadableError
from importers.notations.yaml_documents import document
from importers.reading import File, files


def read(path: Path, text: str) -> Any:
    path.write_text(text)
    (file,) = files(str(path))
    assert isinstance(file, File)
    return document(file)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a: !binary YWI=", {"a": b"ab"}),
        ("a: !!binary YWI=", {"a": b"ab"}),
        ("a: !ruby/object:Gem::Installer {b: [1]}", {"a": {"b": [1]}}),
        ("a: !!python/object/apply:os.system ['x']", {"a": ["x"]}),
        ("a: !!python/name:os.system x", {"a": "x"}),
        ("a: &one {b: 1}\nc: *one", {"a": {"b": 1}, "c": {"b": 1}}),
    ],
)
def test_foreign_tags_are_the_plain_value_below_them(tmp_path: Path, text: str, expected: Any) -> None:
    assert read(tmp_path / "log", text) == expected


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("a: [", "bad-yaml"),
        ("a: !!int x", "bad-yaml"),
        ("a: !binary 'x'", "bad-base64"),
        ("a: \x00", "bad-yaml"),
        ("a: &a [*a]", "bomb"),
        ("a0: &a0 [x, x]\n" + "".join(f"a{n}: &a{n} [*a{n - 1}, *a{n - 1}]\n" for n in range(1, 30)), "bomb"),
    ],
)
def test_what_cannot_be_read_says_why(tmp_path: Path, text: str, kind: str) -> None:
    with pytest.raises(UnreadableError) as error:
        read(tmp_path / "log", text)
    assert error.value.kind == kind
