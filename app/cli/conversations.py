"""`coldbyte conversations`: a line for each."""

from __future__ import annotations

import argparse
from datetime import UTC, datetime
from typing import Any

from app import figures
from app.analysis.conversations import ConversationRow, list_conversations
from app.cli.printing import input_of, money, note_skipped, print_json, say, table, tokens
from app.cli.subject import add_paths, subject
from app.safe import safe

_HEAD = ("conversation", "title", "builder", "model", "requests", "tokens", "read", "breaks", "cost", "lost")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What `coldbyte conversations` takes."""
    add_paths(parser)


def run(arguments: argparse.Namespace) -> int:
    """List them, latest first."""
    with subject(arguments) as asked:
        rows = list_conversations(asked.database)
    if arguments.json:
        print_json({"conversations": [document(row) for row in rows], **input_of(asked.skipped)})
    else:
        print_rows(rows)
        note_skipped(asked.skipped)
    return 0


def print_rows(rows: list[ConversationRow]) -> None:
    """The list as text."""
    if not rows:
        say("0 conversations: the logs hold no model request")
        return
    places = figures.decimals(row.actual_usd for row in rows)
    table(_HEAD, [_cells(row, places) for row in rows], left=range(4))


def document(row: ConversationRow) -> dict[str, Any]:
    """A conversation in JSON."""
    return {
        "conversation": safe(row.conversation),
        "parent": row.parent and safe(row.parent),
        "title": safe(row.title),
        "builder": row.builder and safe(row.builder),
        "task": row.task and safe(row.task),
        "workspace": row.workspace and safe(row.workspace),
        "models": [safe(model) for model in row.models],
        "requests": row.requests,
        "first_at": _time(row.first_at),
        "last_at": _time(row.last_at),
        "tokens": tokens(row.tokens),
        "read_share": row.read_share,
        "breaks": row.breaks,
        "declared_breaks": row.declared_breaks,
        "actual_usd": money(row.actual_usd),
        "lost_usd": money(row.lost_usd),
    }


def _cells(row: ConversationRow, places: int) -> tuple[str, ...]:
    declared = f" + {row.declared_breaks}d" if row.declared_breaks else ""
    return (
        row.conversation,
        row.title[:40],
        row.builder or "",
        ", ".join(row.models),
        figures.count(row.requests),
        figures.short_count(row.tokens.prompt),
        figures.percent(row.read_share, 0),
        f"{row.breaks}{declared}",
        figures.usd(row.actual_usd, places),
        figures.usd(row.lost_usd, places),
    )


def _time(at: float | None) -> str | None:
    return None if at is None else datetime.fromtimestamp(at, UTC).isoformat().replace("+00:00", "Z")
