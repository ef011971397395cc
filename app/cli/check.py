"""`coldbyte check`: the gate for a build. Exit 1 when a log holds a break that somebody can mend."""

from __future__ import annotations

import argparse
from decimal import Decimal, InvalidOperation

from app.analysis.breaks import PricedBreak
from app.analysis.gate import EVENTS, Declaration, Limits, Verdict, check
from app.analysis.overview import kind, recurrences
from app.cli.breaks import document, print_break
from app.cli.printing import input_of, line, note_skipped, print_json, say
from app.cli.subject import add_paths, subject
from app.tui import figures

_FAILED = 1


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What `coldbyte check` takes."""
    add_paths(parser)
    parser.add_argument(
        "--allow", action="append", choices=EVENTS, default=[], help="let pass what looks like this event"
    )
    parser.add_argument(
        "--declare", action="append", type=_declaration, default=[], metavar="[CONVERSATION:]N=EVENT",
        help="the break of request N was meant to be",
    )  # fmt: skip
    parser.add_argument(
        "--max-lost-usd", type=_usd, metavar="X", help="also fail when breaks lost more than this"
    )
    parser.add_argument(
        "--min-read-share", type=_share, metavar="S", help="also fail when less was read, 0 to 1"
    )
    parser.add_argument("--format", choices=("text", "github"), default="text", help="how to print failures")


def run(arguments: argparse.Namespace) -> int:
    """Judge, and say why."""
    limits = Limits(
        allow=arguments.allow,
        declare=arguments.declare,
        max_lost_usd=arguments.max_lost_usd,
        min_read_share=arguments.min_read_share,
    )
    with subject(arguments) as asked:
        verdict = check(asked.database, limits)
    if arguments.json:
        answer = {
            "passed": verdict.passed,
            "failures": [document(found) for found in verdict.failures],
            "allowed": [document(found) for found in verdict.allowed],
            "missed": list(verdict.missed),
        }
        print_json({**answer, **input_of(asked.skipped)})
    else:
        _print(verdict, github=arguments.format == "github")
        note_skipped(asked.skipped)
    return 0 if verdict.passed else _FAILED


def _declaration(text: str) -> Declaration:
    place, _, event = text.rpartition("=")
    conversation, _, number = place.rpartition(":")
    if event not in EVENTS or not number.isdecimal():
        raise argparse.ArgumentTypeError(
            f"{text!r} is not [CONVERSATION:]N=EVENT; events: {', '.join(EVENTS)}"
        )
    return Declaration(conversation or None, int(number), event)


def _usd(text: str) -> Decimal:
    try:
        amount = Decimal(text.removeprefix("$"))
    except InvalidOperation:
        amount = Decimal("NaN")
    if not amount.is_finite() or amount < 0:
        raise argparse.ArgumentTypeError(f"{text!r} is no amount of USD")
    return amount


def _share(text: str) -> float:
    try:
        share = float(text)
    except ValueError:
        share = -1.0
    if not 0 <= share <= 1:
        raise argparse.ArgumentTypeError(f"{text!r} is no share from 0 to 1")
    return share


def _print(verdict: Verdict, *, github: bool) -> None:
    again = recurrences(verdict.failures)
    for found in verdict.failures:
        if github:
            say(_annotation(found))
        else:
            print_break(found, again[kind(found)])
            say()
    for words in verdict.missed:
        say(f"::error title=coldbyte::{words}" if github else words)
    allowed = f", {len(verdict.allowed):,} allowed" if verdict.allowed else ""
    say(
        f"{'passed' if verdict.passed else 'failed'}: {figures.counted(len(verdict.failures), 'break')}{allowed}"
    )


def _annotation(found: PricedBreak) -> str:
    """A break as a line that GitHub shows beside the build."""
    finding = found.finding
    place = finding.path or finding.section
    lost = "unpriced" if found.lost_usd is None else figures.usd(found.lost_usd, 4)
    words = f"{found.conversation}, request {finding.request}, {place}: lost {lost}. {finding.fix}"
    return f"::error title=coldbyte {finding.cause}::{line(words).replace('%', '%25')}"
