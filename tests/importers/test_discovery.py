from __future__ import annotations

from pathlib import Path

from importers import registry
from importers.discovery import Found, discover


def made(path: Path) -> Path:
    path.mkdir(parents=True)
    return path


def test_only_what_is_there_is_found(tmp_path: Path) -> None:
    claude = made(tmp_path / ".claude" / "projects")
    codex = made(tmp_path / ".codex" / "sessions")
    assert discover(tmp_path, {}) == [Found(claude, "claude_code"), Found(codex, "codex_rollout")]
    assert discover(tmp_path / "nobody", {}) == []


def test_the_environment_moves_the_folders(tmp_path: Path) -> None:
    made(tmp_path / ".claude" / "projects")
    one, two = made(tmp_path / "one" / "projects"), made(tmp_path / "two" / "projects")
    codex = made(tmp_path / "codex" / "sessions")
    stated = {
        "CLAUDE_CONFIG_DIR": f"{tmp_path / 'one'},{tmp_path / 'two'}",
        "CODEX_HOME": str(tmp_path / "codex"),
    }
    assert [found.path for found in discover(tmp_path, stated)] == [one, two, codex]


def test_claude_code_is_found_in_both_its_homes(tmp_path: Path) -> None:
    old, new = made(tmp_path / ".claude" / "projects"), made(tmp_path / "config" / "claude" / "projects")
    assert [found.path for found in discover(tmp_path, {"XDG_CONFIG_HOME": str(tmp_path / "config")})] == [
        old,
        new,
    ]


def test_every_format_named_is_installed(tmp_path: Path) -> None:
    for folder in (
        ".claude/projects",
        ".claude-trace",
        ".codex/sessions",
        ".gemini/tmp",
        ".aider/analytics.jsonl",
    ):
        made(tmp_path / folder)
    assert {found.format for found in discover(tmp_path, {})} <= set(registry.names())
