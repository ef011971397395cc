"""What fills a request's context, and what a scope would keep of it.

Sending a slice is a decision about the cache: everything behind the first place where the slice leaves the
full prompt is written again. So a slice says not only what is kept, but where that place is, what it costs
and when that has paid.
"""

from app.slices.carried import Carried, carried_blocks
from app.slices.cut import KINDS, Slice, kind_of, take_slice
from app.slices.expressions import ExpressionError, parse, render
from app.slices.worth import Worth, worth_of

__all__ = [
    "KINDS",
    "Carried",
    "ExpressionError",
    "Slice",
    "Worth",
    "carried_blocks",
    "kind_of",
    "parse",
    "render",
    "take_slice",
    "worth_of",
]
