"""`coldbyte`: from an argument list to an exit code.

0 is fine, 1 is for `check` alone, 2 an error in the input or its use. Answers go to standard output,
everything else to standard error. What stops a command is told in one line; a reader that closes the pipe is
no error.
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from types import FrameType
from typing import NoReturn

from app.commands import COMMANDS
from app.errors import UserError
from app.safe import safe

_BAD_INPUT = 2
_INTERRUPTED = 130
_DESCRIPTION = "Finds the first byte that went cold in your prompt cache, says why, and what it cost."


def run() -> NoReturn:
    """The entry point of the installed command."""
    for name in ("SIGTERM", "SIGHUP"):
        if hasattr(signal, name):  # not everywhere
            signal.signal(getattr(signal, name), _end)
    sys.exit(main(sys.argv[1:]))


def main(arguments: Sequence[str]) -> int:
    """Carry out one command and return its exit code. Raises SystemExit where argparse does."""
    parsed = _parser(arguments).parse_args(arguments)
    try:
        code: int = parsed.run(parsed)
        sys.stdout.flush()
    except UserError as error:
        print(f"coldbyte: {safe(str(error))}", file=sys.stderr)
        return _BAD_INPUT
    except BrokenPipeError:
        # The reader has what it wanted. Python would complain once more when it flushes at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return _INTERRUPTED
    return code


def _parser(arguments: Sequence[str]) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="coldbyte", description=_DESCRIPTION, allow_abbrev=False)
    parser.set_defaults(db=None, json=False)
    _add_common(parser)
    verbs = parser.add_subparsers(metavar="COMMAND", required=True)
    for command in COMMANDS:
        verb = verbs.add_parser(command.name, help=command.help, description=command.help, allow_abbrev=False)
        _add_common(verb)
        if command.name in arguments:
            module = command.load()
            module.add_arguments(verb)
            verb.set_defaults(run=module.run)
    return parser


def _add_common(parser: argparse.ArgumentParser) -> None:
    """`--db` and `--json` may stand before or after the verb."""
    parser.add_argument(
        "--db", type=Path, default=argparse.SUPPRESS, metavar="FILE", help="the database to use"
    )
    parser.add_argument(
        "--json", action="store_true", default=argparse.SUPPRESS, help="print one JSON document"
    )


def _end(number: int, frame: FrameType | None) -> NoReturn:
    """Being told to end leaves nothing behind, just like Ctrl-C."""
    sys.exit(128 + number)
