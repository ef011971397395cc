"""The line in which a scope is typed: it completes words, and tells what is wrong while it is typed."""

from __future__ import annotations

import re
from collections.abc import Iterable

from textual.suggester import Suggester
from textual.widgets import Input

from app.slices import ExpressionError, parse

EXAMPLE = "last(4) & !role(tool)"
_WORD = re.compile(r"[\w@-]*$")


class ScopeInput(Input):
    """An input for expressions, or for `@name` of a saved one; `saved` holds the names."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's name
        self.saved: tuple[str, ...] = ()
        super().__init__(id=id, compact=True, placeholder=EXAMPLE, suggester=_Words(self))


class _Words(Suggester):
    def __init__(self, line: ScopeInput) -> None:
        super().__init__(use_cache=False, case_sensitive=True)
        self._line = line

    async def get_suggestion(self, value: str) -> str | None:
        return completion(value, self._line.saved)


def completion(text: str, saved: Iterable[str] = ()) -> str | None:
    """`text` with its last word completed, or with the one bracket that has to follow; None where nothing does."""
    if text.startswith("@"):
        return next(
            (f"@{name}" for name in saved if f"@{name}".startswith(text) and f"@{name}" != text), None
        )
    word = _WORD.search(text)
    head, start = (text[: word.start()], word.group()) if word else (text, "")
    for choice in _expected_behind(head) if start else ():
        if choice.startswith(start) and choice != start:
            return head + choice
    return next((text + choice for choice in _expected_behind(text) if choice in ("(", ")")), None)


def problem_of(text: str) -> ExpressionError | None:
    """What keeps an expression from being read; nothing where it can be, or where a saved one is named."""
    if not text.strip() or text.startswith("@"):
        return None
    try:
        parse(text)
    except ExpressionError as error:
        return error
    return None


def _expected_behind(text: str) -> tuple[str, ...]:
    """The words and brackets that could stand at the end of `text`."""
    try:
        parse(text)
    except ExpressionError as error:
        if error.position >= len(text.rstrip()):
            return tuple(choice.removesuffix("...)") for choice in error.expected if " " not in choice)
    return ()
