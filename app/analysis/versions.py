"""How often the head of a conversation changed, where it should have stood still: what repeated breaks add up to."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from app.analysis.loaded_lanes import load_named
from app.store.database import reading

if TYPE_CHECKING:
    from app.analysis.breaks import PricedBreak
    from app.analysis.overview import Leak

_HEADS = ("tools", "system")


@dataclass(frozen=True, slots=True, kw_only=True)
class Versions:
    """`section` had `versions` in the `requests` of a conversation; `parts` are the causes of its changes."""

    section: str
    versions: int
    requests: int
    parts: tuple[str, ...]


def head_versions(database: Path, leak: Leak) -> Versions | None:
    """What the head that a leak changes went through in the conversation of its dearest break.

    None where it changed once, or somewhere else. Raises StoreError.
    """
    section, conversation = leak.dearest.finding.section, leak.dearest.conversation
    if section not in _HEADS or not leak.others:
        return None
    with reading(database) as connection:
        family, lane = load_named(connection, conversation)
        heads = {
            tuple(s.block for s in family.tail(request) if s.section == section) for request in lane.requests
        }
    ours = [one for one in (leak.dearest, *leak.others) if one.conversation == conversation]
    return Versions(
        section=section,
        versions=len(heads),
        requests=len(lane.requests),
        parts=tuple(dict.fromkeys(part for one in ours for part in _parts(one, section))),
    )


def _parts(found: PricedBreak, section: str) -> Iterator[str]:
    yield found.finding.cause
    yield from (further.cause for further in found.behind if (further.path or "").startswith(f"{section}["))
