"""Scopes that the user gave a name."""

from __future__ import annotations

import sqlite3

_KEY = "slice:"


def save(connection: sqlite3.Connection, name: str, expression: str) -> None:
    """Keep an expression under a name, in the place of the one it stood for."""
    connection.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (_KEY + name, expression))


def saved(connection: sqlite3.Connection) -> dict[str, str]:
    """The expressions by their names, in order of these."""
    rows = connection.execute(
        "SELECT substr(key, ?), value FROM meta WHERE key GLOB ? ORDER BY key", (len(_KEY) + 1, f"{_KEY}*")
    )
    return dict(rows.fetchall())
