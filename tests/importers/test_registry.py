from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest

from importers import registry
from importers.exchanges import ExchangeReader
from importers.formats import Format
from importers.reading import File, files
from importers.records import Exchange, Problem
from importers.redaction import Redactor

BODY = {"model": "m", "messages": [{"role": "user", "content": "hi"}]}


def formats(path: Path, name: str | None = None) -> list[str]:
    found = registry.sources([str(path)], name)
    return [x.kind if isinstance(x, Problem) else x[1].name for x in found]


@pytest.mark.parametrize(
    ("content", "found"),
    [
        (b"", "empty"),
        (b"\n\n\0", "empty"),
        (b"To be or not to be\n", "unrecognised"),
        (b'{"a": 1}\n', "unrecognised"),
        (json.dumps(BODY).encode(), "pairs"),
        (json.dumps({"format": "coldbyte-trace/1"}).encode(), "native"),
    ],
)
def test_a_file_is_known_by_its_content(tmp_path: Path, content: bytes, found: str) -> None:
    (tmp_path / "log.txt").write_bytes(content)
    assert formats(tmp_path / "log.txt") == [found]


def test_the_members_of_a_zip_are_logs(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "logs.zip", "w") as archive:
        archive.writestr("one.json", json.dumps(BODY))
        archive.writestr("readme", "nothing")
    assert formats(tmp_path / "logs.zip") == ["pairs", "unrecognised"]


def test_a_named_format_is_taken_at_its_word(tmp_path: Path) -> None:
    (tmp_path / "log").write_bytes(b'{"a": 1}\n')
    assert formats(tmp_path / "log", "pairs") == ["pairs"]


def test_an_unknown_name_lists_what_there_is() -> None:
    with pytest.raises(registry.UnknownFormatError, match=r"'hra'; there are: .*claude_code, .*pairs"):
        list(registry.sources(["x"], "hra"))


def test_every_format_has_a_name_of_its_own() -> None:
    assert len({f.name for f in registry.BUILT_IN}) == len(registry.BUILT_IN)


def test_a_package_beside_the_tool_adds_a_format(tmp_path: Path) -> None:
    """The package is seen by a new interpreter through its installed metadata, as with `--with`."""
    (tmp_path / "my_log.py").write_text(
        "from importers.formats import Format\n"
        "FORMAT = Format('my_log', lambda head: float(head.startswith(b'MYLOG')), lambda f, e: iter(()))\n"
    )
    info = tmp_path / "my_log-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: my-log\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(
        "[coldbyte.importers]\nmy_log = my_log:FORMAT\nbroken = nowhere:FORMAT\n"
    )
    (tmp_path / "log").write_bytes(b"MYLOG 1\n")
    script = (
        "import sys; from importers.registry import sources;"
        "print(*(f.name for name in (None, 'my_log') for _, f in sources(sys.argv[1:], name)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, str(tmp_path / "log")],
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), *sys.path])},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == "my_log my_log"
    assert "importer broken cannot be loaded" in done.stderr


DOCS = (Path(__file__).parents[2] / "docs" / "importers.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("form", registry.BUILT_IN, ids=lambda form: form.name)
def test_the_docs_speak_of_every_format(form: Format) -> None:
    (about,) = [part for part in DOCS.split("\n### ") if f"`{form.name}`" in part.splitlines()[0]]
    assert not form.untried or form.standing in " ".join(about.replace("From", "from").split())


def test_the_importer_in_the_docs_works(tmp_path: Path) -> None:
    (example,) = re.findall(r"```python\n(.*?)```", DOCS, re.DOTALL)
    module: dict[str, Any] = {}
    exec(example, module)
    form = module["FORMAT"]
    body = {"model": "claude-x", "system": "s", "messages": [{"role": "user", "content": "hi"}]}
    entry = {"asked": body, "got": {"id": "x", "usage": {"input_tokens": 3}}, "at": 1764500000}
    (tmp_path / "log").write_text(json.dumps(entry) + "\n{bad\n")
    (file,) = files(str(tmp_path / "log"))
    assert isinstance(file, File)
    assert form.sniff(file.head) == 1.0
    exchange, problem = registry.read(file, ExchangeReader(Redactor(b"salt")), form)
    assert isinstance(exchange, Exchange)
    assert (exchange.api, exchange.started_at) == ("anthropic-messages", 1764500000)
    assert isinstance(problem, Problem)
    assert problem.line == 2
