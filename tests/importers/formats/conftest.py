"""What every test of a format needs: a reader that remembers its calls, and a file from text."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from importers.calls import Call
from importers.reading import File, files
from importers.records import Exchange, Problem, Prompt

Write = Callable[..., File]


@dataclass
class RecordingExchanges:
    """Answers each call with an empty exchange and keeps the call."""

    calls: list[Call] = field(default_factory=list)

    def read(self, call: Call) -> Exchange | Problem:
        self.calls.append(call)
        return Exchange(
            source=call.source,
            line=call.line,
            api=call.api or "",
            fidelity=call.fidelity,
            prompt=Prompt(segments=()),
            conversation=call.conversation,
        )

    def body(self, index: int) -> dict[str, Any]:
        """The request body of a call, decoded."""
        body = self.calls[index].body
        if isinstance(body, bytes):
            return json.loads(body)
        return {name: json.loads(bytes(raw)) for name, raw in body.items()}

    def answer(self, index: int) -> dict[str, Any]:
        """The response body of a call, decoded."""
        return json.loads(self.calls[index].response or b"null")


@pytest.fixture
def exchanges() -> RecordingExchanges:
    return RecordingExchanges()


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """A file from bytes, text, or values written one a line."""

    def write(content: Any, name: str = "log") -> File:
        if isinstance(content, list):
            content = "".join(json.dumps(entry) + "\n" for entry in content)
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        (file,) = files(str(path))
        assert isinstance(file, File)
        return file

    return write
