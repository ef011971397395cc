"""What a place in a text stands in: the tags that enclose it, the headings above it, the lines it changed.

Prompts name their parts themselves, by tag (`<memory>`), by heading (`# Tasks`) or by a line that ends in a
colon; a change belongs to the innermost part that says what it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_TAG = re.compile(r"<(/?)([A-Za-z][\w:.-]*)([^<>]*?)(/?)>")
_HEADING = re.compile(r"^[ \t]*(?:#{1,6}[ \t]+(.+)|\*\*(.+)\*\*:?)[ \t]*$", re.MULTILINE)
_LABEL = re.compile(r"^[ \t]*([^\s:][^\n:]{1,40}):[ \t]*[^\n]{0,60}$", re.MULTILINE)
_REACH = 20_000  # characters looked back


def enclosing(text: str, at: int) -> Iterator[str]:
    """Names of what encloses a place, innermost first: tags with their attributes, the heading above, labels.

    A place among the attributes of a tag is enclosed by it as well.
    """
    start = max(0, at - _REACH)
    opening = _TAG.match(text, max(text.rfind("<", start, at), start))
    if opening and opening.end() > at + 1 and not opening[1]:  # the place is among its attributes
        yield f"{opening[2]} {opening[3]}"
    closed: list[str] = []
    for found in reversed(list(_TAG.finditer(text, start, at + 1))):
        ends, name, attributes, alone = found.groups()
        if alone or found.end() > at + 1:
            continue
        if ends:
            closed.append(name)
        elif closed and closed[-1] == name:
            closed.pop()
        else:
            yield f"{name} {attributes}"
    headings = list(_HEADING.finditer(text, start, at))
    if headings:
        yield next(filter(None, headings[-1].groups()))
    paragraph = max(start, text.rfind("\n\n", 0, at))
    yield from (found[1] for found in reversed(list(_LABEL.finditer(text, paragraph, at))))


def changed_lines(old: str, new: str, head: int, tail: int) -> list[str]:
    """The lines of both texts that the stretch between `head` and `tail` touches, without the empty ones."""
    return [line for text in (old, new) for line in _lines(text, head, len(text) - tail) if line.strip()]


def _lines(text: str, start: int, end: int) -> list[str]:
    first = text.rfind("\n", 0, start) + 1
    last = text.find("\n", max(end, start))
    return text[first : last if last >= 0 else len(text)].split("\n")
