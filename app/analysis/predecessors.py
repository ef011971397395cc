"""Which earlier request each request of a conversation is compared with on screen.

The one of its lane, or of the lane it branched from, that shares the longest prefix with it; of several, the
latest.
"""

from __future__ import annotations

from collections.abc import Mapping

from app.lanes.shared_prefixes import SharedPrefixes
from app.requests import Family, Request


def predecessors(family: Family) -> Mapping[int, Request]:
    """By the id of each request that shares a prefix with an earlier one of `family`: that request."""
    prefixes = SharedPrefixes(family.prompts)
    found: dict[int, Request] = {}
    for place, request in enumerate(family.requests):
        closest = prefixes.closest(request.prompt)
        if closest is not None:
            found[request.id] = family.requests[closest[1]]
        prefixes.add(place, request.prompt)
    return found
