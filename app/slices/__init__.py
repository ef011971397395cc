"""What fills a request's context, and what a scope would keep of it.

Sending a slice is a decision about the cache: everything behind the first place where the slice leaves the
full prompt is written again. So a slice says not only what is kept, but where that place is and what it
costs.
"""

from app.slices.cut import KINDS, Slice, take_slice
from app.slices.expressions import ExpressionError, parse, render

__all__ = ["KINDS", "ExpressionError", "Slice", "parse", "render", "take_slice"]
