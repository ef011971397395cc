"""Where the logs of known tools lie on a machine.

A pure function of the home folder and the environment (but for asking whether a folder is there). It reads
nothing: recognising the files stays with the registry, the format's name only tells the user what to expect.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Found:
    """A folder or file that holds logs, and the name of the format they should be in."""

    path: Path
    format: str


def discover(home: Path, environment: Mapping[str, str]) -> list[Found]:
    """What is there of all places known, in a fixed order, each path once."""
    found: dict[Path, Found] = {}
    for candidate in _candidates(home, environment):
        if candidate.path.exists():
            found.setdefault(candidate.path, candidate)
    return list(found.values())


def _candidates(home: Path, environment: Mapping[str, str]) -> Iterator[Found]:
    for folder in _claude(home, environment):
        yield Found(folder / "projects", "claude_code")
    yield Found(home / ".claude-trace", "pairs")
    codex = _named(environment, "CODEX_HOME") or home / ".codex"
    yield Found(codex / "sessions", "codex_rollout")
    yield Found(codex / "archived_sessions", "codex_rollout")
    yield Found((_named(environment, "GEMINI_CLI_HOME") or home) / ".gemini" / "tmp", "gemini_cli")
    yield Found(home / ".aider" / "analytics.jsonl", "aider")


def _claude(home: Path, environment: Mapping[str, str]) -> Iterator[Path]:
    """Claude Code keeps its folder where it is told, which may name several; else it moved from one to the
    other."""
    stated = environment.get("CLAUDE_CONFIG_DIR", "")
    if stated:
        yield from (Path(part.strip()).expanduser() for part in stated.split(",") if part.strip())
        return
    yield home / ".claude"
    yield (_named(environment, "XDG_CONFIG_HOME") or home / ".config") / "claude"


def _named(environment: Mapping[str, str], name: str) -> Path | None:
    stated = environment.get(name)
    return Path(stated) if stated else None
