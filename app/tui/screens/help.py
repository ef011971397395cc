"""Keys and glyphs of the screen below, made from its own bindings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen

from app.tui.figures import PROVENANCE
from app.tui.lines import Line, left, words
from app.tui.widgets.board import EDGE, MEANINGS
from app.tui.widgets.canvas import Page

_KEYS = 22


class HelpScreen(ModalScreen[None]):
    """Shows what every key does; any of its own keys closes it."""

    DEFAULT_CSS = """
    HelpScreen {
        align: center middle;
        background: $background 60%;
        & > Vertical {
            width: 76; max-width: 100%; height: auto; max-height: 100%;
            border: round $primary; padding: 0 1; background: $surface;
        }
        & Page { height: auto; max-height: 40; }
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q,question_mark", "dismiss", "close")]

    def __init__(self, title: str, bindings: Sequence[Binding], command: str) -> None:
        super().__init__()
        self._title, self._bindings_below, self._command = title, bindings, command

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Page(id="help")

    def on_mount(self) -> None:
        self.query_one("#help", Page).show(
            lambda width: help_lines(self._title, self._bindings_below, self._command, width)
        )


def help_lines(title: str, bindings: Sequence[Binding], command: str, width: int) -> list[Line]:
    """Title, keys (those of one action on one line), glyphs, and the command that prints the same."""
    keys: dict[str, list[str]] = {}
    for binding in bindings:
        if binding.description and not binding.system:
            keys.setdefault(binding.description, []).append(binding.key_display or _spoken(binding.key))
    return [
        [(title, "strong")],
        [],
        *([(left("  ".join(names), _KEYS), "key"), (action, "")] for action, names in keys.items()),
        [],
        *(
            [(f" {glyph}", role), (f"   {meaning}", "muted")]
            for (glyph, role), meaning in (*MEANINGS, (EDGE, "section"))
        ),
        [(" " + "   ".join(f"{glyph} {name}" for name, glyph in PROVENANCE.items()), "muted")],
        [],
        [("the same answer: ", "muted"), (words(command, width - 17), "")],
    ]


def _spoken(key: str) -> str:
    return {"slash": "/", "left_square_bracket": "[", "right_square_bracket": "]"}.get(key, key)
