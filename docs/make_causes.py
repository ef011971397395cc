"""Writes `docs/causes.md`, the manual of causes, from the texts that stand beside their recognisers.

    python docs/make_causes.py

Run it again when a text changes; a test compares the page with what this makes.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from app.prefix_stability.cause import Cause
from app.prefix_stability.rules import CAUSES

PAGE = Path(__file__).with_name("causes.md")
OPENING = """\
# Causes

Every cause that `coldbyte breaks` can name for a request that read less than it could, by where the cause usually
lies. One that changed bytes breaks one of six rules; inside `tools` that rule is always `tools-frozen`. A cause is
named on evidence only: where a log has too little of it the answer is `unknown`, with what is missing.
"""
SECTIONS = {
    "tools": "In the tools",
    "system": "In the system prompt",
    "messages": "In the messages",
    "any": "Anywhere",
    "model": "Another model",
    "params": "Other parameters",
    "none": "Nothing of the prompt changed",
}


def page() -> str:
    """The whole page, a part for each section that a cause usually lies in."""
    return "\n".join([OPENING, *(part for section in SECTIONS for part in _section(section))])


def _section(section: str) -> Iterator[str]:
    yield f"## {SECTIONS[section]}\n"
    yield from (_entry(cause) for cause in CAUSES.values() if cause.section == section)


def _entry(cause: Cause) -> str:
    told = [
        f"### {cause.slug}\n",
        f"Breaks `{cause.rule}`. {cause.looks_like}\n" if cause.rule else f"{cause.looks_like}\n",
        f"*Why it costs:* {cause.why_it_costs}\n",
        f"*How to fix it:* {cause.fix}\n",
        f"```text\n{cause.example}\n```\n",
    ]
    return "\n".join(told)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
