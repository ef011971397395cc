"""`coldbyte breaks`: every break, dearest first."""

from __future__ import annotations

import argparse
from typing import Any

from app.analysis.breaks import BreakReport, PricedBreak, report_breaks
from app.analysis.overview import Recurrence, kind, recurrences
from app.cli.printing import input_of, line, money, note_skipped, print_json, say
from app.cli.subject import add_paths, subject
from app.safe import safe
from app.tui import figures


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What `coldbyte breaks` takes."""
    add_paths(parser)


def run(arguments: argparse.Namespace) -> int:
    """List them. Finding some is no failure: `coldbyte check` is for that."""
    with subject(arguments) as asked:
        report = report_breaks(asked.database)
    if arguments.json:
        print_json({**_document(report), **input_of(asked.skipped)})
    else:
        _print(report)
        note_skipped(asked.skipped)
    return 0


def document(found: PricedBreak) -> dict[str, Any]:
    """A break in JSON."""
    finding = found.finding
    return {
        "conversation": safe(found.conversation),
        "request": finding.request,
        "previous": finding.previous,
        "previous_conversation": finding.previous_conversation and safe(finding.previous_conversation),
        "section": finding.section,
        "path": finding.path and safe(finding.path),
        "offset": finding.offset,
        "byte": finding.byte,
        "cause": finding.cause,
        "rule": finding.rule,
        "event": finding.event,
        "declared": finding.declared,
        "possible_event": finding.possible_event,
        "actionable": finding.actionable,
        "before": safe(finding.before),
        "after": safe(finding.after),
        "warm_tokens": finding.warm_tokens,
        "lost_tokens": finding.lost_tokens,
        "lost_usd": money(found.lost_usd),
        "provenance": finding.provenance,
        "fidelity": found.fidelity,
        "fix": safe(finding.fix),
        "behind": [
            {
                "path": further.path and safe(further.path),
                "cause": further.cause,
                "lost_tokens": further.lost_tokens,
                "lost_usd": money(further.lost_usd),
            }
            for further in found.behind
        ],
        "provider_verdict": finding.provider_verdict and safe(finding.provider_verdict),
        "agent_verdict": finding.agent_verdict and safe(finding.agent_verdict),
        "missing": finding.missing and safe(finding.missing),
    }


def print_break(found: PricedBreak, again: Recurrence) -> None:
    """A break in a few lines; `again` tells of its like."""
    finding = found.finding
    glyph = figures.PROVENANCE[finding.provenance]
    price = "unpriced" if found.lost_usd is None else figures.usd(found.lost_usd, 4)
    place = finding.path or ("" if finding.section == "none" else finding.section)
    at = "" if finding.offset is None else f", character {finding.offset:,}"
    say(f"{price} {glyph}  {finding.cause}  {line(f'{place}{at}') or found.nowhere}")
    say(f"  {line(found.conversation)}, request {finding.request}{_standing(found)}")
    if finding.before or finding.after:
        say(f"  before  {line(finding.before) or figures.ABSENT}")
        say(f"  after   {line(finding.after) or figures.ABSENT}")
    say(f"  lost    {figures.count(finding.lost_tokens)} tokens {glyph}{_again(again)}")
    if finding.missing:
        say(f"  missing {line(finding.missing)}")
    say(f"  fix     {line(finding.fix)}")
    for further in found.behind:
        cost = "" if further.lost_usd is None else f", {figures.usd(further.lost_usd, 4)}"
        say(
            f"  behind  {line(further.path or '')} {further.cause} would still cost"
            f" {figures.count(further.lost_tokens)} tokens{cost}"
        )


def _again(again: Recurrence) -> str:
    if again.breaks < 2:
        return ""
    total = "" if again.lost_usd is None else f", {figures.usd(again.lost_usd, 4)}"
    return f" · {figures.times(again.breaks)} in this conversation{total}"


def _standing(found: PricedBreak) -> str:
    finding = found.finding
    parts = [f"breaks {finding.rule}"] if finding.rule else []
    parts.append(f"declared {finding.event}" if finding.declared else "undeclared")
    parts += [f"may be {finding.possible_event}"] if finding.possible_event and not finding.declared else []
    parts += ["yours to fix"] if finding.actionable else []
    return "".join(f" · {part}" for part in parts)


def _document(report: BreakReport) -> dict[str, Any]:
    return {
        "requests": report.requests,
        "pairs": report.pairs,
        "lanes": report.lanes,
        "breaks": [document(found) for found in report.breaks],
        "totals": {"lost_tokens": report.lost_tokens, "lost_usd": money(report.lost_usd)},
        "warnings": [document(found) for found in report.warnings],
    }


def _print(report: BreakReport) -> None:
    again = recurrences(report.breaks)
    for found in report.breaks:
        print_break(found, again[kind(found)])
        say()
    for found in report.warnings:
        finding = found.finding
        place = line(finding.path or "")
        say(f"warning  {line(found.conversation)}, request {finding.request}: {finding.cause} at {place}")
    say(
        f"{figures.counted(report.requests, 'request')}, {figures.counted(report.lanes, 'conversation')},"
        f" {figures.counted(len(report.breaks), 'break')};"
        f" lost {figures.count(report.lost_tokens)} tokens, {figures.usd(report.lost_usd, 4)}"
    )
