"""Counting a text: exactly where the vocabulary is public, by ratio where it is not."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import Literal

from app.tokens.calibration import Calibration
from app.tokens.families import TokenizerFamily, family_of
from app.tokens.vocabularies import vocabulary

Provenance = Literal["exact", "estimated"]
_ALPHABETS = re.compile("[\x80-\u1fff]")
_WIDE = re.compile("[\u2000-\U0010ffff]")


@dataclass(frozen=True, slots=True)
class Count:
    """A number of tokens. A sum is exact only if all its parts are."""

    tokens: int
    provenance: Provenance = "exact"

    def __add__(self, other: Count) -> Count:
        exact = self.provenance == other.provenance == "exact"
        return Count(self.tokens + other.tokens, "exact" if exact else "estimated")


def count(text: str, model: str | None, calibration: Calibration = Calibration()) -> Count:  # noqa: B008 (frozen)
    """Tokens of `text` for a raw model name. `calibration` corrects an estimate, never an exact count."""
    family = family_of(model)
    encoding = vocabulary(family.vocabulary) if family.vocabulary else None
    if encoding is not None:
        # Not encode(): it refuses text that holds a special token's name.
        return Count(len(encoding.encode_ordinary(text)))
    return Count(math.ceil(by_ratio(text, family) * calibration.factor), "estimated")


def by_ratio(text: str, family: TokenizerFamily) -> float:
    """Tokens of `text` at the family's characters per token."""
    if text.isascii():
        return len(text) / family.plain
    alphabets, wide = len(_ALPHABETS.findall(text)), len(_WIDE.findall(text))
    plain = len(text) - alphabets - wide
    return plain / family.plain + alphabets / family.alphabets + wide / family.wide
