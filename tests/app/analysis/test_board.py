from __future__ import annotations

from pathlib import Path

import pytest

from app.analysis.board import Board, BoardRow, Fate, read_board
from app.analysis.conversations import list_conversations
from app.analysis.importing import import_paths
from app.store.lanes import UnknownLaneError
from tests.app.logs import growing, line, usage, with_a_clock, write


def board_of(tmp_path: Path, lines: list[dict[str, object]]) -> Board:
    database = tmp_path / "traces.db"
    import_paths(database, [str(write(tmp_path / "log.jsonl", lines))])
    (row,) = list_conversations(database)
    return read_board(database, row.conversation)


def fates(row: BoardRow) -> list[Fate]:
    return list(dict.fromkeys(block.fate for block in row.blocks))


def test_a_conversation_that_grows_reads_and_then_writes(tmp_path: Path) -> None:
    first, second, third = board_of(tmp_path, growing()).rows
    assert fates(second) == [Fate.READ, Fate.WRITTEN, Fate.FRESH]
    assert second.broken_at is third.broken_at is None
    assert first.gap_seconds is None
    assert second.gap_seconds == 20


def test_a_clock_is_paid_again_behind_where_it_stands(tmp_path: Path) -> None:
    _, second, _ = board_of(tmp_path, with_a_clock()).rows
    assert Fate.PAID_AGAIN in fates(second)
    assert Fate.READ not in fates(second)
    assert second.broken_at == 0
    assert second.causes == ("clock",)
    assert second.lost_tokens is not None
    assert not second.declared


def test_a_row_is_as_long_as_its_prompt(tmp_path: Path) -> None:
    board = board_of(tmp_path, with_a_clock())
    for row in board.rows:
        assert sum(block.tokens for block in row.blocks) == pytest.approx(row.prompt_tokens)
    assert board.widest == max(row.prompt_tokens for row in board.rows)
    assert board.rows[0].prompt_tokens == 1110
    assert board.rows[0].provenance == "reported"


def test_what_was_read_is_drawn_as_long_as_it_was(tmp_path: Path) -> None:
    _, second, _ = board_of(tmp_path, growing()).rows
    assert sum(block.tokens for block in second.blocks if block.fate is Fate.READ) == pytest.approx(1000)


def test_markers_stand_at_the_ends_of_their_blocks(tmp_path: Path) -> None:
    (row,) = board_of(tmp_path, [line(["hello"], usage=usage(written=1000))]).rows
    assert [(block.section, block.marker) for block in row.blocks][-1] == ("messages", True)
    assert ("system", True) in [(block.section, block.marker) for block in row.blocks]


def test_without_usage_the_length_is_estimated(tmp_path: Path) -> None:
    lines = growing(2)
    for entry in lines:
        del entry["response"]["body"]["usage"]
    first, second = board_of(tmp_path, lines).rows
    assert first.provenance == second.provenance == "estimated"
    assert first.prompt_tokens > 0
    assert second.read_share is None


def test_an_unknown_conversation_is_named(tmp_path: Path) -> None:
    database = tmp_path / "traces.db"
    import_paths(database, [str(write(tmp_path / "log.jsonl", growing()))])
    with pytest.raises(UnknownLaneError, match="no conversation is called nobody"):
        read_board(database, "nobody")
