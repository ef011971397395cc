"""One request from near: its segments, markers, parameters and usage, and how it differs from its
predecessor.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal

from pricing.usage import Usage


@dataclass(frozen=True, slots=True, kw_only=True)
class SegmentRow:
    """`tokens` is fitted or estimated; `change` against the predecessor is same, added, changed or moved."""

    index: int
    section: str
    role: str
    kind: str
    path: str
    name: str
    marker: str | None
    chars: int
    tokens: float
    change: str
    preview: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestDetail:
    """Everything known of one request. `params_changed` names parameters that differ from the predecessor's;
    `removed` are the predecessor's segments that are gone.
    """

    request_id: int
    conversation: str
    number: int
    previous: int | None
    source: str
    line: int | None
    url_host: str
    api: str
    provider: str
    model: str | None
    served_model: str | None
    fidelity: str
    started_at: float | None
    ended_at: float | None
    status: int | None
    usage: Usage | None
    actual_usd: Decimal | None
    fresh_usd: Decimal | None
    reported_usd: Decimal | None
    rates_source: str | None
    params: Mapping[str, str]
    params_changed: tuple[str, ...]
    segments: tuple[SegmentRow, ...]
    removed: tuple[SegmentRow, ...]
    reply_text: str
