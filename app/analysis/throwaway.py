"""A database for one question: made of the paths on the command line, gone with the answer."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def throwaway_database() -> Iterator[Path]:
    """The place of a database in a folder of its own, which is removed however the block is left."""
    with tempfile.TemporaryDirectory(prefix="coldbyte-") as folder:
        yield Path(folder) / "coldbyte.db"
