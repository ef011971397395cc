"""A second change inside a text that changed: what still differs once the first one is repaired.

A clock and a task list in one system block are two changes with two owners. The first is repaired by copying it
over, up to the next words that both texts share; whatever then differs first is looked at like any other change.
"""

from __future__ import annotations

import re
from difflib import SequenceMatcher

from app.prefix_stability.likeness import common_ends

_WORD = re.compile(r"\s+|[^\s]+")
_REACH = 400  # words and spaces within which a change ends; a longer one was written anew as a whole
_SHARED = 3  # words and spaces in a row that end a change


def repaired(old: str, new: str) -> str | None:
    """`old` with its first difference from `new` made good; None where nothing else differs."""
    head, tail = common_ends(old, new)
    words = [_WORD.findall(text[head : len(text) - tail])[:_REACH] for text in (old, new)]
    for i, j, size in SequenceMatcher(None, words[0], words[1], autojunk=False).get_matching_blocks():
        if size >= _SHARED and (i or j):
            before, after = "".join(words[0][:i]), "".join(words[1][:j])
            made_good = f"{old[:head]}{after}{old[head + len(before) :]}"
            return made_good if made_good != new else None
    return None
