"""`coldbyte open`: the dashboard, or its summary where no terminal is there to show it on."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from app.analysis.conversations import list_conversations
from app.analysis.throwaway import throwaway_database
from app.cli.conversations import document, print_rows
from app.cli.printing import input_of, note_skipped, print_json
from app.cli.subject import add_paths, database_of, subject
from app.errors import UserError


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What `coldbyte open` takes."""
    add_paths(parser)


def run(arguments: argparse.Namespace) -> int:
    """Show it."""
    if arguments.json or not (sys.stdout.isatty() and sys.stdin.isatty()):
        return _summarise(arguments)
    if not arguments.paths:
        _show(database_of(arguments), [])
        return 0
    with throwaway_database() as database:
        _show(database, arguments.paths)
    return 0


def _summarise(arguments: argparse.Namespace) -> int:
    with subject(arguments) as asked:
        rows = list_conversations(asked.database)
    if arguments.json:
        print_json({"conversations": [document(row) for row in rows], **input_of(asked.skipped)})
    else:
        print_rows(rows)
        note_skipped(asked.skipped)
    return 0


def _show(database: Path, paths: list[str]) -> None:
    # Textual takes a fifth of a second to load: only the dashboard pays for it.
    from app.tui.app import ColdbyteApp
    from app.tui.source import Progress, Report, Source, SourceError
    from app.tui.source import database as source_of

    def prepare(report: Report) -> None:
        from app.analysis.importing import import_paths

        if paths:
            try:
                import_paths(
                    database, paths, report=lambda p: report(Progress(p.source, p.done, p.total or None))
                )
            except UserError as error:
                raise SourceError(str(error)) from error

    name = ", ".join(Path(path).name for path in paths) or database.name
    source: Source = source_of(database, name, " ".join(paths), prepare)
    ColdbyteApp(source).run()
