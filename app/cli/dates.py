"""Days on a command line, written as in a log: year, month, day."""

from __future__ import annotations

import argparse
from datetime import date


def day(text: str) -> date:
    """The day that an argument names. Raises ArgumentTypeError, which argparse tells the user."""
    try:
        return date.fromisoformat(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"{text!r} is no day, such as 2026-11-30") from error
