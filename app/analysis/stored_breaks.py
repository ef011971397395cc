"""Breaks as the rows that the store keeps without knowing what they mean."""

from __future__ import annotations

import json
from dataclasses import asdict

from app.prefix_stability.findings import Behind, Break
from app.store.findings import Finding

BREAK, WARNING = "break", "warning"


def finding_of(found: Break, lane: str, kind: str) -> Finding:
    """The row of a break or warning in a lane."""
    return Finding(lane, found.request_id, kind, json.dumps(asdict(found), ensure_ascii=False))


def break_of(finding: Finding) -> Break:
    """The break or warning that a row speaks of."""
    facts = json.loads(finding.body)
    facts["behind"] = tuple(Behind(**further) for further in facts["behind"])
    return Break(**facts)
