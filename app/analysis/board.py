"""The board: each request of a conversation as a row of blocks in read order, told by what became of them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from enum import StrEnum
from itertools import pairwise
from pathlib import Path

from app.analysis.conversations import read_share, worst_fidelity
from app.analysis.predecessors import predecessors
from app.analysis.scale import Ruler, Scale, scale_of
from app.analysis.stored_breaks import BREAK, break_of
from app.costs import price_loss, rates_of
from app.prefix_stability.findings import Break
from app.requests import Family, Request, SentSegment
from app.store.database import reading
from app.store.findings import findings
from app.store.lanes import NamedLane, lane_named
from app.store.requests import load_lanes
from pricing.profiles import profile_for


class Fate(StrEnum):
    """What happened to a block of the prompt. A block is split where its fate changes."""

    READ = "read"  # from the cache
    WRITTEN = "written"  # first time
    PAID_AGAIN = "again"  # sent before, written or paid again
    FRESH = "fresh"  # uncached: neither read nor written


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """A run of equal fate. `tokens` is fitted to the reported prompt, or estimated where none is reported."""

    section: str
    fate: Fate
    tokens: float
    marker: bool  # a breakpoint stands at its end


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardRow:
    """One request. `broken_at` is the token at which it left its predecessor, None where it did not."""

    request_id: int
    number: int
    model: str | None
    started_at: float | None
    gap_seconds: float | None
    blocks: tuple[Block, ...]
    prompt_tokens: float
    broken_at: float | None
    read_share: float | None
    lost_tokens: int | None
    lost_usd: Decimal | None
    causes: tuple[str, ...]
    declared: bool
    warnings: int
    provenance: str  # "reported" or "estimated"


@dataclass(frozen=True, slots=True, kw_only=True)
class Board:
    """A conversation drawn to scale: `widest` is the largest prompt in tokens."""

    conversation: str
    title: str
    models: tuple[str, ...]
    builder: str | None
    fidelity: str
    rows: tuple[BoardRow, ...]
    widest: float


def read_board(database: Path, conversation: str) -> Board:
    """A conversation by its id or an older one. Raises StoreError; UnknownLaneError for no such one."""
    with reading(database) as connection:
        lane = lane_named(connection, conversation)
        family = load_lanes(connection, [lane.id, *([lane.parent] if lane.parent else [])])
        breaks: dict[int, list[Break]] = {}
        warnings: dict[int, list[Break]] = {}
        for row in findings(connection, lane.id):
            kept = breaks if row.kind == BREAK else warnings
            kept.setdefault(row.request, []).append(break_of(row))
    rows = tuple(_rows(family, lane, breaks, warnings))
    own = [request for request in family.requests if request.id in lane.numbers]
    return Board(
        conversation=lane.id,
        title=lane.title,
        models=tuple(dict.fromkeys(request.model for request in own if request.model)),
        builder=next((request.builder for request in own if request.builder), None),
        fidelity=worst_fidelity(request.fidelity for request in own),
        rows=rows,
        widest=max((row.prompt_tokens for row in rows), default=0.0),
    )


def _rows(
    family: Family,
    lane: NamedLane,
    breaks: Mapping[int, Sequence[Break]],
    warnings: Mapping[int, Sequence[Break]],
) -> Iterator[BoardRow]:
    ruler, earlier = Ruler(family), predecessors(family)
    before: Request | None = None
    for request in family.requests:
        number = lane.numbers.get(request.id)
        if number is None:
            continue
        drawing = _Drawing(
            family, ruler, request, earlier.get(request.id) if number > 1 or lane.parent else None
        )
        yield _row(
            request, number, before, drawing, breaks.get(request.id, ()), len(warnings.get(request.id, ()))
        )
        before = request


def _row(
    request: Request,
    number: int,
    before: Request | None,
    drawing: _Drawing,
    breaks: Sequence[Break],
    warnings: int,
) -> BoardRow:
    lost = [found.lost_tokens for found in breaks if found.lost_tokens is not None]
    lost_tokens = sum(lost) if lost else None
    times = (request.started_at, before.started_at if before else None)
    in_bytes = any(found.section in ("tools", "system", "messages") for found in breaks)
    return BoardRow(
        request_id=request.id,
        number=number,
        model=request.model,
        started_at=request.started_at,
        gap_seconds=times[0] - times[1] if times[0] is not None and times[1] is not None else None,
        blocks=drawing.blocks(),
        prompt_tokens=drawing.scale.tokens(drawing.length),
        broken_at=drawing.scale.tokens(drawing.shared) if in_bytes else None,
        read_share=read_share(request.usage),
        lost_tokens=lost_tokens,
        lost_usd=price_loss(request, lost_tokens, rates_of(request)),
        causes=tuple(cause for found in breaks for cause in (found.cause, *(b.cause for b in found.behind))),
        declared=bool(breaks) and all(found.declared for found in breaks),
        warnings=warnings,
        provenance=drawing.scale.provenance,
    )


class _Drawing:
    """One request as a line of characters: what of it was read, written, paid again."""

    def __init__(self, family: Family, ruler: Ruler, request: Request, predecessor: Request | None) -> None:
        self._ruler, self._request = ruler, request
        self.length = ruler.end(request)
        self.scale: Scale = scale_of(request, self.length)
        self.shared, self._held = self._known_before(family, predecessor)
        self._read_until, self._written_until = self._reached()

    def blocks(self) -> tuple[Block, ...]:
        """Runs of equal fate, in read order."""
        sections = self._ruler.sections(self._request)
        markers = set(self._ruler.markers(self._request))
        ends = [end for _, end in sections]
        reached = (self._read_until, self._written_until, *(edge for run in self._held for edge in run))
        cuts = sorted({0, *ends, *markers, *(edge for edge in reached if 0 < edge < self.length)})
        found: list[Block] = []
        for start, end in pairwise(cuts):
            middle = (start + end) / 2
            block = Block(
                section=sections[bisect_right(ends, middle)][0],
                fate=self._fate(middle),
                tokens=self.scale.tokens(end - start),
                marker=end in markers,
            )
            found[-1:] = _joined(found[-1], block) if found else [block]
        return tuple(found)

    def _fate(self, at: float) -> Fate:
        if at < self._read_until:
            return Fate.READ
        if any(start <= at < end for start, end in self._held):
            return Fate.PAID_AGAIN
        return Fate.WRITTEN if at < self._written_until else Fate.FRESH

    def _known_before(
        self, family: Family, predecessor: Request | None
    ) -> tuple[int, list[tuple[float, float]]]:
        """The end of what is shared with the predecessor, and every part of the prompt that it held too."""
        if predecessor is None:
            return 0, []
        prompts = family.prompts
        depth = prompts.depth[prompts.common(self._request.prompt, predecessor.prompt)]
        end = self._ruler.end(self._request, depth)
        held: list[tuple[float, float]] = [(0, end)]
        others = family.tail(predecessor, depth)
        blocks = {segment.block for segment in others}
        start = end
        for index, segment in enumerate(family.tail(self._request, depth) if others else ()):
            stop = start + max(segment.chars, 1)
            if segment.block in blocks or (index == 0 and _in_place(others[0], segment)):
                held.append((start, stop))
            start = stop
        return end, held

    def _reached(self) -> tuple[float, float]:
        """How far reading and writing came. Without usage a cache is taken to have done what it can."""
        request = self._request
        usage = request.last_usage or request.usage
        profile = profile_for(request.provider, request.host, request.model or "")
        if usage is None or usage.cache_read_tokens is None:
            return (float(self.shared) if usage is None else 0.0), float(self.length)
        read = self.scale.chars(usage.cache_read_tokens)
        if not profile.writes_reported and profile.automatic != "none":
            return read, float(self.length)
        return read, read + self.scale.chars(usage.written or 0)


def _in_place(old: SentSegment, new: SentSegment) -> bool:
    """Whether the first difference is a block that changed where it stands: its text is sent and paid again."""
    return (old.path, old.kind) == (new.path, new.kind)


def _joined(last: Block, block: Block) -> list[Block]:
    if last.marker or (last.section, last.fate) != (block.section, block.fate):
        return [last, block]
    return [replace(block, tokens=last.tokens + block.tokens)]
