"""The first line of a screen about a conversation: which one it is, and as many facts as fit beside that."""

from __future__ import annotations

from collections.abc import Sequence

from app.tui.lines import Line, spread, width_of, words

_FACTS = 0.6  # of the width at most


def draw_about(title: str, facts: Sequence[str], width: int) -> Line:
    """Title at the left, facts at the right; the last ones give way first."""
    room = int(width * _FACTS)
    shown = [words(fact, room) for fact in facts if fact]
    while len(shown) > 1 and width_of([(" · ".join(shown), "")]) > room:
        shown.pop()
    end: Line = [(" · ".join(shown), "muted")]
    return spread([(words(title, width - width_of(end) - 2), "strong")], end, width)
