"""The garbage collector told to come by less often while a log is read.

What an import makes is kept or freed by its reference count; hardly any of it forms a cycle. Python's collector
still looks at what is alive each time a few hundred objects were made, which is a third of the work.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

_OBJECTS = 200_000  # made before the collector comes by; what a cycle may hold until then is small


@contextmanager
def seldom_collecting() -> Iterator[None]:
    """Within it, cycles are looked for only after every 200,000 new objects."""
    before = gc.get_threshold()
    gc.set_threshold(_OBJECTS, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)
