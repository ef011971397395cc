"""How many tokens a text, a picture or a block of a prompt is, and how sure that is.

OpenAI's vocabularies are public, so their models' texts are counted exactly, offline. For everything else
there is an estimate: a ratio of characters to tokens per tokenizer family, corrected by every count a
provider reports. Each result says which of the two it is. This package is the only home of tiktoken.
"""

from app.tokens.blocks import block_text, count_block
from app.tokens.calibration import Calibration, next_prompt
from app.tokens.counts import Count, count
from app.tokens.families import TokenizerFamily, family_of
from app.tokens.media import Media, media_tokens

__all__ = [
    "Calibration",
    "Count",
    "Media",
    "TokenizerFamily",
    "block_text",
    "count",
    "count_block",
    "family_of",
    "media_tokens",
    "next_prompt",
]
