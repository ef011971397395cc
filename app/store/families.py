"""Which requests belong together: everything that may continue, fork or share a prefix with something else.

Requests that name a conversation belong with the others of it and with its parent. Requests that name none
belong with those of the same source, and with any other request that carries one of the same replies: user
and system text recurs by chance, what a model wrote hardly does. A family is the unit that lanes are settled
in, and `stale` until that was done after its last new request.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence

from importers.records import Exchange


class Families:
    """Finds and joins families inside one transaction."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._keys: dict[str, int] = {}
        self._merged: dict[int, int] = dict(
            connection.execute("SELECT id, merged_into FROM family WHERE merged_into IS NOT NULL").fetchall()
        )
        self._stale: set[int] = set()

    def of(self, exchange: Exchange, source: int, blocks: Sequence[int]) -> int:
        """The family of a request that adds `blocks` to its source; families it links are joined."""
        keys = _keys(exchange, source)
        found = {self._root(family) for family in map(self._of_key, keys) if family is not None}
        if not exchange.conversation and blocks:
            found |= self._of_replies(blocks)
        family = min(found) if found else self._new(source)
        for other in found - {family}:
            self._merge(other, family)
        for key in keys:
            self._name(key, family)
        return family

    def mark_stale(self, family: int) -> None:
        """Lanes of this family must be settled again."""
        if family not in self._stale:
            self._connection.execute("UPDATE family SET stale = 1 WHERE id = ?", (family,))
            self._stale.add(family)

    def _of_key(self, key: str) -> int | None:
        if key not in self._keys:
            row = self._connection.execute("SELECT family FROM family_key WHERE key = ?", (key,)).fetchone()
            if row is None:
                return None
            self._keys[key] = row[0]
        return self._keys[key]

    def _of_replies(self, blocks: Sequence[int]) -> set[int]:
        rows = self._connection.execute(
            """SELECT DISTINCT family FROM block
            WHERE id IN (SELECT value FROM json_each(?)) AND family IS NOT NULL""",
            (json.dumps(blocks),),
        )
        return {self._root(family) for (family,) in rows}

    def _root(self, family: int) -> int:
        while family in self._merged:
            family = self._merged[family]
        return family

    def _new(self, source: int) -> int:
        insert = "INSERT INTO family (source, stale) VALUES (?, 0)"
        return int(self._connection.execute(insert, (source,)).lastrowid or 0)

    def _name(self, key: str, family: int) -> None:
        if self._keys.get(key) != family:
            self._connection.execute("INSERT OR REPLACE INTO family_key VALUES (?, ?)", (key, family))
            self._keys[key] = family

    def _merge(self, family: int, into: int) -> None:
        self._merged[family] = into
        self._connection.execute("UPDATE family SET merged_into = ?, stale = 0 WHERE id = ?", (into, family))
        self._connection.execute("UPDATE request SET family = ? WHERE family = ?", (into, family))
        self._connection.execute("UPDATE lane SET family = ? WHERE family = ?", (into, family))
        self.mark_stale(into)


def families_behind(connection: sqlite3.Connection, version: str) -> list[int]:
    """Families with requests that were not analysed yet, or by another version of the analysis."""
    rows = connection.execute(
        """SELECT id FROM family WHERE (stale OR analysis IS NOT ?)
        AND EXISTS (SELECT 1 FROM request WHERE request.family = family.id) ORDER BY id""",
        (version,),
    )
    return [family for (family,) in rows]


def set_analysed(connection: sqlite3.Connection, family: int, version: str) -> None:
    """Note that a family's lanes and findings are those of its requests."""
    connection.execute("UPDATE family SET stale = 0, analysis = ? WHERE id = ?", (version, family))


def all_families(connection: sqlite3.Connection) -> list[int]:
    """Every family that has requests."""
    return [family for (family,) in connection.execute("SELECT DISTINCT family FROM request ORDER BY family")]


def _keys(exchange: Exchange, source: int) -> list[str]:
    if not exchange.conversation:
        return [f"source:{source}"]
    named = [exchange.conversation, *([exchange.parent] if exchange.parent else [])]
    return [f"conversation:{name}" for name in named]
