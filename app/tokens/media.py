"""What pictures, sound, film and PDF pages cost: by pixels, seconds and pages, never by bytes.

A picture is cut into patches or tiles after being scaled to fit a limit. Claude counts patches of 28
pixels, newer OpenAI models patches of 32 times a factor, older ones a base and tiles of 512, Gemini 2 tiles
of 768, Gemini 3 about the same for every size. All of it is the vendors' published arithmetic or a
measurement of it, so results are estimates.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Literal

from app.tokens.counts import Count
from app.tokens.families import family_of

PictureRule = Callable[[int, int], int]
MediaKind = Literal["image", "audio", "video", "pdf"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Media:
    """One item. An unknown measure keeps a typical value: a picture of a megapixel, ten seconds, one page."""

    kind: MediaKind
    width: int = 1024
    height: int = 1024
    seconds: float = 10.0
    pages: int = 1


def _patches(width: int, height: int, *, size: int, cap: int, edge: int = 0, factor: float = 1.0) -> int:
    """Patches of `size` pixels, scaled down to `edge` pixels and at most `cap` patches, times `factor`."""
    scale = min(1.0, edge / max(width, height)) if edge else 1.0
    across = math.ceil(width * scale / size)
    down = math.ceil(height * scale / size)
    while across * down > cap and across > 1:
        across -= 1
        down = math.ceil(height * across / width)
    return math.ceil(across * down * factor)


def _tiles_of_512(width: int, height: int, *, base: int, tile: int) -> int:
    """`base`, and `tile` for each square of 512 pixels once it fits 2048 pixels and a short side of 768."""
    scale = min(1.0, 2048 / max(width, height))
    scale *= min(1.0, 768 / (min(width, height) * scale))
    across, down = (math.ceil(round(side * scale, 6) / 512) for side in (width, height))
    return base + tile * across * down


def _gemini_2(width: int, height: int) -> int:
    if max(width, height) <= 384:
        return 258
    return 258 * math.ceil(width / 768) * math.ceil(height / 768)


_CLAUDE_5 = partial(_patches, size=28, edge=2576, cap=4784)
_CLAUDE = partial(_patches, size=28, edge=1568, cap=1568)
_GEMINI_3_TOKENS = 1083
_PICTURES: tuple[tuple[re.Pattern[str], PictureRule], ...] = tuple(
    (re.compile(models), rule)
    for models, rule in (
        (r"gpt-[56].*-nano|gpt-4[.]1-nano", partial(_patches, size=32, cap=1536, factor=2.46)),
        (r"gpt-[56].*-mini|gpt-4[.]1-mini", partial(_patches, size=32, cap=1536, factor=1.62)),
        (r"o4-mini", partial(_patches, size=32, cap=1536, factor=1.72)),
        (r"gpt-4o-mini", partial(_tiles_of_512, base=2833, tile=5667)),
        (r"gpt-5[.][5-9]|gpt-[6-9]", partial(_patches, size=32, cap=10_000, factor=1.2)),
        (r"gpt-5", partial(_tiles_of_512, base=70, tile=140)),
        (r"(?:^|/)o[13]", partial(_tiles_of_512, base=75, tile=150)),
        (r"gpt-4", partial(_tiles_of_512, base=85, tile=170)),
        (r"gemini-[12]", _gemini_2),
        (r"gemini", lambda width, height: _GEMINI_3_TOKENS),
    )
)
_AUDIO_PER_SECOND = {"o200k": 10.0, "cl100k": 10.0, "openai": 10.0}  # others as Gemini
_GEMINI_AUDIO_PER_SECOND = 32.0
_VIDEO_PER_SECOND = 258.0 + 32.0  # one frame and its sound
_PAGE_TEXT = {"claude": 2250, "claude-5": 2250, "gemini": 0}  # beside the page's picture
_OTHER_PAGE_TEXT = 500
_PAGE_PIXELS = (1224, 1584)  # a letter page at 144 dots an inch


def media_tokens(media: Media, model: str | None) -> Count:
    """Tokens of one item for a raw model name, always estimated."""
    family = family_of(model).name
    match media.kind:
        case "image":
            tokens: float = picture_tokens(media.width, media.height, model)
        case "audio":
            tokens = media.seconds * _AUDIO_PER_SECOND.get(family, _GEMINI_AUDIO_PER_SECOND)
        case "video":
            tokens = media.seconds * _VIDEO_PER_SECOND
        case "pdf":
            tokens = media.pages * page_tokens(model)
    return Count(math.ceil(tokens), "estimated")


def page_tokens(model: str | None) -> int:
    """Tokens of one PDF page: its text and its picture; Gemini counts a page as one tile."""
    family = family_of(model).name
    if family == "gemini":
        return 258
    return _PAGE_TEXT.get(family, _OTHER_PAGE_TEXT) + picture_tokens(*_PAGE_PIXELS, model)


def picture_tokens(width: int, height: int, model: str | None) -> int:
    """Tokens of a picture of `width` by `height` pixels; ValueError unless both are positive."""
    if width <= 0 or height <= 0:
        raise ValueError(f"a picture of {width} x {height} pixels has no size")
    name = (model or "").lower()
    other = _CLAUDE_5 if family_of(model).name == "claude-5" else _CLAUDE
    rule = next((rule for models, rule in _PICTURES if models.search(name)), other)
    return rule(width, height)
