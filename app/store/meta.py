"""What belongs to a database as a whole: the salt that redaction is keyed with."""

from __future__ import annotations

import secrets
import sqlite3


def salt(connection: sqlite3.Connection) -> bytes:
    """The database's own salt, made when first asked for. It never leaves the database."""
    connection.execute("INSERT OR IGNORE INTO meta VALUES ('salt', ?)", (secrets.token_bytes(32),))
    (value,) = connection.execute("SELECT value FROM meta WHERE key = 'salt'").fetchone()
    return bytes(value)
