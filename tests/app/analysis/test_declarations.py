from __future__ import annotations

from pathlib import Path

import pytest

from app.analysis.declarations import Declaration, DeclarationError, declared_beside
from app.settings import SettingsError

TEXT = '[[declare]]\nrequest = 8\nevent = "compaction"\n'


def test_a_file_speaks_of_the_folder_it_lies_in(tmp_path: Path) -> None:
    (tmp_path / "coldbyte.toml").write_text(f'{TEXT}conversation = "c"\n{TEXT}')
    stated = [Declaration("c", 8, "compaction"), Declaration(None, 8, "compaction")]
    assert declared_beside([str(tmp_path)]) == stated
    assert declared_beside([str(tmp_path / "a.jsonl"), str(tmp_path / "b.jsonl")]) == stated


def test_without_a_file_nothing_is_declared(tmp_path: Path) -> None:
    assert declared_beside([str(tmp_path)]) == []


@pytest.mark.parametrize(
    "wrong",
    [
        TEXT.replace("8", "0"),
        TEXT.replace("8", "true"),
        TEXT.replace("compaction", "nap"),
        TEXT + "conversation = 3\n",
        TEXT + "why = 'because'\n",
        "declare = 8\n",
    ],
)
def test_what_cannot_be_meant_is_an_error_with_its_place(tmp_path: Path, wrong: str) -> None:
    (tmp_path / "coldbyte.toml").write_text(wrong)
    with pytest.raises(DeclarationError, match=r"coldbyte\.toml: declare 1: expected"):
        declared_beside([str(tmp_path)])


def test_a_file_that_is_no_toml_is_an_error_with_its_line(tmp_path: Path) -> None:
    (tmp_path / "coldbyte.toml").write_text("[[declare]\n")
    with pytest.raises(SettingsError, match=r"coldbyte\.toml: .*line 1"):
        declared_beside([str(tmp_path)])
