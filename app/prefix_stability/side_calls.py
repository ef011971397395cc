"""Summary calls that hold the whole history and cannot read it.

A call that writes a summary is told by its lane. Sent with the conversation's own tools and system prompt it
reads the warm history for a tenth of the price; with a prompt of its own it pays for all of it.
"""

from __future__ import annotations

from dataclasses import replace

from app.prefix_stability.cause import Cause
from app.prefix_stability.found import Found

CAUSES = (
    Cause(
        slug="side-call-cold",
        section="tools",
        rule="append-only",
        looks_like="A call that sums up the history repeats it behind other tools or another system prompt.",
        why_it_costs="The longest prompt of the conversation is sent once more, and none of it is read.",
        fix="Send the summary call with the conversation's tools and system prompt, its order at the end.",
        example="[tools, system, history, instruction]\n[one tool, other system, history, instruction]",
    ),
)


def cold(first: Found) -> Found:
    """The break of a summary call, at the place where it left the conversation's prompt."""
    return replace(first, cause="side-call-cold")
