"""How long a prompt is, and whether one begins with another."""

from __future__ import annotations

from app.requests import Family, Request
from app.tokens import family_of


def prompt_tokens(family: Family, request: Request) -> int | None:
    """As reported, else estimated from the characters; None where the log has neither."""
    reported = reported_tokens(request)
    if reported is not None or not request.size:
        return reported
    return round(chars(family, request) / family_of(request.model).plain)


def reported_tokens(request: Request) -> int | None:
    """As the provider counted them; None where the log does not say."""
    usage = request.context_usage
    return usage.prompt if usage else None


def chars(family: Family, request: Request, depth: int = 0) -> int:
    """Characters behind the first `depth` blocks of a prompt."""
    return sum(segment.chars for segment in family.tail(request, depth))


def shared_blocks(family: Family, request: Request, other: Request) -> int:
    """How many blocks two prompts have in common from their start."""
    return family.prompts.depth[family.prompts.common(request.prompt, other.prompt)]


def carries(family: Family, request: Request, other: Request) -> bool:
    """Whether a prompt begins with all of another one."""
    return family.prompts.common(request.prompt, other.prompt) == other.prompt
