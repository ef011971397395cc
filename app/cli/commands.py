"""Every command, declared once: the command line's verbs, and what the dashboard lists in its help.

A verb's module is imported only when the verb is asked for, so that `coldbyte --help` is there at once.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from importlib import import_module
from typing import Protocol, cast


class Verb(Protocol):
    """What the module of a verb offers."""

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Declare what the verb takes besides `--db` and `--json`."""

    def run(self, arguments: argparse.Namespace) -> int:
        """Do it; the result is the exit code."""


@dataclass(frozen=True, slots=True)
class Command:
    """`key` is the key that asks the same in the dashboard; empty where it does not."""

    name: str
    help: str
    module: str
    key: str = ""

    def load(self) -> Verb:
        """The module that carries the command out."""
        return cast("Verb", import_module(self.module))


COMMANDS = (
    Command("open", "show the dashboard; on a pipe, print a summary", "app.cli.opening"),
    Command("import", "load logs into the database", "app.cli.importing"),
    Command(
        "conversations", "list conversations with their requests, breaks and cost", "app.cli.conversations"
    ),
    Command("breaks", "list every break with its cause, its place and what it lost", "app.cli.breaks", "b"),
    Command(
        "check", "fail when a log holds a break that somebody can mend: a gate for builds", "app.cli.check"
    ),
    Command("cost", "say what was paid, and what it would have been uncached or unbroken", "app.cli.cost"),
    Command("epochs", "say when history shrank, what that cost and whether it paid", "app.cli.epochs"),
    Command("slice", "say what fills a context, and what a scope would keep of it", "app.cli.slice"),
    Command(
        "journal", "say what changed in a conversation, or between two of its requests", "app.cli.journal"
    ),
    Command(
        "simulate",
        "predict what the caches could serve, beside what the providers report",
        "app.cli.simulate",
    ),
    Command("prices", "show the rates of a model, their source and date", "app.cli.prices"),
)
