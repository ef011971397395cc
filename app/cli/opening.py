"""`coldbyte open`: the dashboard, or its summary where no terminal is there to show it on.

A dashboard on a database that holds nothing yet offers something to begin with.
"""

from __future__ import annotations

import argparse
import os
import shlex
import sys
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from app.analysis.throwaway import throwaway_database
from app.cli.hang_up import end_with_terminal
from app.cli.subject import add_paths, database_of
from app.errors import UserError

if TYPE_CHECKING:  # on a pipe there is no dashboard to load
    from app.analysis.discovered import Offer
    from app.tui.source import Report, Source


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What `coldbyte open` takes."""
    add_paths(parser)
    parser.add_argument(
        "--follow", action="store_true", help="go on reading the PATHs while they are written"
    )


def run(arguments: argparse.Namespace) -> int:
    """Show it."""
    if arguments.follow and not arguments.paths:
        raise UserError("--follow needs a PATH: a log that is being written, or a folder of such")
    if arguments.json or not _can_show():
        # Prices take longer to load than the dashboard does to appear: there they come later, in a worker.
        from app.analysis.conversations import dearest, latest_first
        from app.cli.conversations import answer

        return answer(arguments, latest_first if arguments.json else dearest)
    from app.tui.app import ColdbyteApp

    with ExitStack() as throwaways:
        if arguments.paths:
            database = throwaways.enter_context(throwaway_database())
            source = _of_logs(database, arguments.paths, arguments.follow)
        else:
            source = _of_database(database_of(arguments), arguments.db, throwaways)
        end_with_terminal(throwaways.close)
        ColdbyteApp(source).run()
    return 0


def _can_show() -> bool:
    """Whether there is a terminal that the dashboard can be drawn on; one that cannot is told so."""
    if not (sys.stdout.isatty() and sys.stdin.isatty()):
        return False
    if os.environ.get("TERM", "dumb") != "dumb":
        return True
    from app.cli.printing import note

    note(
        "the dashboard needs a terminal that can place text, and TERM is dumb or not set; here is the summary"
    )
    return False


def _of_database(database: Path, named: Path | None, throwaways: ExitStack) -> Source:
    from app.tui.source import Beginnings
    from app.tui.source import database as source_of

    def offered() -> Sequence[Offer]:
        from app.analysis.discovered import offers

        return offers(Path.home(), os.environ)

    def opened(log: str) -> Source:
        return _of_logs(throwaways.enter_context(throwaway_database()), [log], follow=False)

    options = f"--db {shlex.quote(str(named))}" if named else ""
    source = source_of(database, database.name, options, options, kept_as=str(database.absolute()))
    return replace(source, beginnings=Beginnings(database.exists, offered, opened))


def _of_logs(database: Path, paths: list[str], follow: bool) -> Source:
    """What `paths` hold, read into a database of their own: once, or as they grow."""
    from app.tui.source import database as source_of
    from app.tui.source import in_steps

    def read(report: Report) -> None:
        from app.analysis.importing import import_paths

        import_paths(database, paths, report=in_steps(report))

    grown = _follower(database, paths) if follow else None
    return source_of(
        database,
        ", ".join(Path(path).name for path in paths),
        shlex.join(paths),
        " ".join(f"--path {shlex.quote(path)}" for path in paths),
        grown or read,
        grown,
    )


def _follower(database: Path, paths: list[str]) -> Callable[[Report], bool]:
    """Reads what came since it was last called. Raises InputError."""
    from app.analysis.following import Follower
    from app.tui.source import in_steps

    follower = Follower(database, paths)
    return lambda report: follower.catch_up(in_steps(report))
