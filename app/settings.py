"""Where coldbyte keeps what it knows."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs

DATABASE_VARIABLE = "COLDBYTE_DB"


def default_database() -> Path:
    """The database to use when the command line names none: `COLDBYTE_DB`, else one in the data folder."""
    named = os.environ.get(DATABASE_VARIABLE)
    return Path(named) if named else platformdirs.user_data_path("coldbyte", appauthor=False) / "coldbyte.db"
