"""The board: bars to scale, in which nothing that matters is too small to be seen."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

from hypothesis import assume, given
from hypothesis import strategies as st

from app.analysis.board import Block, Fate
from app.tui.lines import Line, width_of
from app.tui.widgets.board import GLYPHS, draw_bar, draw_row, heading
from tests.app.tui.invented import board, board_row, broken_row


def block(
    fate: Fate = Fate.READ, tokens: float = 10, section: str = "messages", marker: bool = False
) -> Block:
    return Block(section=section, fate=fate, tokens=tokens, marker=marker)


def text_of(line: Line) -> str:
    return "".join(text for text, _ in line)


def bar(*blocks: Block, at: float | None = None, widest: float = 20, width: int = 22) -> str:
    return text_of(draw_bar(blocks, at, widest, width))


blocks = st.lists(
    st.builds(block, st.sampled_from(Fate), st.floats(0.1, 1e6), st.just("messages"), st.booleans()),
    min_size=1,
    max_size=12,
)


def test_each_fate_has_a_glyph_of_its_own() -> None:
    assert set(GLYPHS) == set(Fate)
    fates = (Fate.READ, Fate.WRITTEN, Fate.PAID_AGAIN, Fate.FRESH)
    assert bar(*(block(fate, 5) for fate in fates)) == "█████░░░░░▒▒▒▒▒·····"


def test_half_the_tokens_take_half_the_cells() -> None:
    assert bar(block(tokens=10)) == "█" * 10
    assert bar(block(tokens=20)) == "█" * 20


def test_sections_are_told_apart_by_an_edge() -> None:
    tools, system = block(tokens=5, section="tools"), block(tokens=5, section="system")
    assert bar(tools, system, block(tokens=10)) == "█████┊█████┊██████████"


def test_a_marker_stands_at_the_end_of_its_block_without_widening_it() -> None:
    assert bar(block(tokens=5, marker=True), block(Fate.WRITTEN, 5)) == "████◆░░░░░"


def test_the_break_stands_where_its_token_is() -> None:
    assert bar(block(tokens=10), block(Fate.PAID_AGAIN, 10), at=10) == "██████████✖▒▒▒▒▒▒▒▒▒"
    assert bar(block(tokens=10), block(Fate.PAID_AGAIN, 10), at=15) == "██████████▒▒▒▒▒✖▒▒▒▒"


def test_a_break_behind_the_last_token_is_drawn_in_the_last_cell() -> None:
    assert bar(block(tokens=5), at=5) == "████✖"


def test_a_break_on_a_marked_cell_hides_the_marker_not_itself() -> None:
    assert bar(block(tokens=2, marker=True), at=1.5) == "█✖"


def test_a_tiny_block_still_shows() -> None:
    drawn = bar(
        block(tokens=0.01, section="system"), block(tokens=20), block(Fate.WRITTEN, 0.01, marker=True)
    )
    assert drawn == "█┊" + "█" * 17 + "░◆"


@given(blocks)
def test_no_bar_is_wider_than_its_room(drawn: list[Block]) -> None:
    widest = sum(b.tokens for b in drawn)
    assume(widest > 0)
    assert width_of(draw_bar(drawn, None, widest, 60)) <= 60


@given(blocks, st.floats(0, 1))
def test_the_break_always_shows(drawn: list[Block], share: float) -> None:
    tokens = sum(b.tokens for b in drawn)
    assert text_of(draw_bar(drawn, share * tokens, tokens, 60)).count("✖") == 1


@given(st.integers(41, 200))
def test_rows_and_heading_are_as_wide_as_asked(width: int) -> None:
    shown = board()
    assert {width_of(draw_row(row, shown.widest, width)) for row in shown.rows} == {width}
    assert width_of(heading(shown, width)) == width


def test_equal_prefixes_line_up() -> None:
    shown = board()
    first, second = (text_of(draw_row(row, shown.widest, 100)) for row in shown.rows[1:3])
    assert first.index("┊") == second.index("┊")
    assert first.rindex("┊") == second.rindex("┊")


def test_the_heading_names_the_sections_above_them() -> None:
    titles = text_of(heading(board(), 100))
    row = text_of(draw_row(board().rows[5], board().widest, 100))
    assert titles.index("system") == row.index("┊") + 1


def test_a_board_without_requests_has_a_heading() -> None:
    assert width_of(heading(replace(board(), rows=(), widest=0), 80)) == 80


def test_an_unbroken_row_lost_nothing_and_says_nothing() -> None:
    assert "$" not in text_of(draw_row(board_row(5), 40_000, 80))


def test_a_broken_row_says_what_it_lost_and_with_room_why() -> None:
    assert "$0.0412" in text_of(draw_row(broken_row(5), 40_000, 80))
    assert "clock" in text_of(draw_row(broken_row(5), 40_000, 140))


def test_an_unpriced_loss_is_told_in_tokens() -> None:
    row = replace(broken_row(5), lost_usd=None)
    assert "18.2k tok" in text_of(draw_row(row, 40_000, 80))


def test_a_declared_break_is_no_alarm() -> None:
    row = replace(broken_row(5), declared=True, lost_usd=Decimal("0.01"))
    assert "money" not in {role for _, role in draw_row(row, 40_000, 140)}
    assert text_of(draw_row(row, 40_000, 140)).rstrip().endswith("clock d")


def test_unknown_reads_are_a_question_mark() -> None:
    assert "?" in text_of(draw_row(replace(board_row(3), read_share=None), 40_000, 80))
