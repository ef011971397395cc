"""What each request of a conversation cost."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from app.analysis.conversations import list_conversations
from app.analysis.importing import import_paths
from app.analysis.request_costs import ConversationCosts, read_costs
from app.store.lanes import UnknownLaneError
from tests.app.logs import growing, with_a_clock, write


def costs_of(tmp_path: Path, lines: list[dict[str, Any]]) -> ConversationCosts:
    database = tmp_path / "traces.db"
    import_paths(database, [str(write(tmp_path / "log.jsonl", lines))])
    (row,) = list_conversations(database)
    return read_costs(database, row.conversation)


def test_parts_add_up_to_what_was_paid(tmp_path: Path) -> None:
    costs = costs_of(tmp_path, growing())
    assert [row.number for row in costs.rows] == [1, 2, 3]
    for row in costs.rows:
        assert row.parts is not None
        assert row.actual == row.parts.read + row.parts.written + row.parts.fresh + row.parts.output
    assert costs.total.actual == sum(row.actual or 0 for row in costs.rows)


def test_a_break_is_what_ideal_lacks(tmp_path: Path) -> None:
    costs = costs_of(tmp_path, with_a_clock())
    first, second, _ = costs.rows
    assert first.lost is None
    assert first.ideal == first.actual
    assert second.lost is not None
    assert second.actual is not None
    assert second.ideal == second.actual - second.lost
    assert costs.total.lost == sum(row.lost or 0 for row in costs.rows)


def test_a_model_nobody_prices_is_unknown_and_not_free(tmp_path: Path) -> None:
    lines = growing()
    for line in lines:
        line["request"]["body"]["model"] = line["response"]["body"]["model"] = "house-blend-7"
    costs = costs_of(tmp_path, lines)
    assert {(row.parts, row.actual, row.uncached, row.ideal) for row in costs.rows} == {
        (None, None, None, None)
    }
    assert costs.total.unpriced == 3


def test_a_conversation_that_is_not_there_is_the_users_to_know(tmp_path: Path) -> None:
    database = tmp_path / "traces.db"
    import_paths(database, [str(write(tmp_path / "log.jsonl", growing()))])
    with pytest.raises(UnknownLaneError):
        read_costs(database, "nobody")
