"""What a conversation is called, and who is known by one name.

A conversation field or a session id names it; so does a cache key that more than one request used. Without any,
it is called by the digest of its first request. Further lanes of it get a number behind its name.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256

from app.requests import Family, Request

_DIGITS = 8


@dataclass(frozen=True, slots=True)
class Group:
    """Requests that one id ties together; `name` is None for those without any."""

    name: str | None = None
    agent: str | None = None
    session: bool = False  # the id names one conversation for certain, which a shared cache key does not


def groups(family: Family) -> Sequence[Group]:
    """The group of each request of the family."""
    keys = Counter(request.cache_key for request in family.requests if request.conversation is None)
    return [_group(request, keys) for request in family.requests]


def _group(request: Request, keys: Counter[str | None]) -> Group:
    if request.conversation is not None:
        return Group(request.conversation, request.agent, session=True)
    if request.cache_key is not None and keys[request.cache_key] > 1:
        return Group(request.cache_key, request.agent)
    return Group(agent=request.agent)


def digest(family: Family, request: Request) -> str:
    """Hex digits that name a request by what its prompt says."""
    return sha256(b"".join(segment.digest for segment in family.tail(request))).hexdigest()[:_DIGITS]


def numbered(names: Iterable[str]) -> Iterator[str]:
    """The same names, each told from its equals before it: `x`, `x.2`, `x.3`."""
    used: Counter[str] = Counter()
    for name in names:
        used[name] += 1
        yield name if used[name] == 1 else f"{name}.{used[name]}"
