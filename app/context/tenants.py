"""Whose data it is: the key that keeps one tenant's entries out of another's reach."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import quote


@dataclass(frozen=True, slots=True)
class Scope:
    """A tenant, and if need be a domain inside it."""

    org_id: int | str
    domain: int | str | None = None

    def key(self) -> str:
        """A prefix for cache keys, e.g. `org1:domNone`. Names are escaped, so no two scopes share a key."""
        return f"org{_escaped(self.org_id)}:dom{_escaped(self.domain)}"


def _escaped(part: int | str | None) -> str:
    text = quote(str(part), safe="")
    return "%4Eone" if part == "None" else text  # a domain may be called None; no domain is not that domain
