"""Lines on a screen, drawn when they come into view.

Textual's own tables and labels build every row and read markup; a log has a hundred thousand rows and hostile
text. A `Canvas` asks for one `Line` at a time and gives its runs the style of their role. `Page` shows a few
lines that depend on the width (a header, a panel); `Rows` (in `rows`) has a cursor and any number of rows.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.scroll_view import ScrollView
from textual.strip import Strip

from app.tui.lines import Line

ROLES = (
    "strong",
    "muted",
    "heading",
    "money",
    "good",
    "key",
    "read",
    "written",
    "again",
    "fresh",
    "broken",
    "marker",
    "edge",
    "differs",
)


class Canvas(ScrollView, can_focus=True):
    """Draws `line(index, width)` for each line in view."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {f"canvas--{role}" for role in ROLES}
    DEFAULT_CSS = """
    Canvas {
        overflow-x: hidden;
        scrollbar-size-vertical: 1;
        & > .canvas--strong { text-style: bold; }
        & > .canvas--muted { color: $text-muted; }
        & > .canvas--heading { color: $text-muted; text-style: bold; }
        & > .canvas--money { color: $warning; text-style: bold; }
        & > .canvas--good { color: $success; }
        & > .canvas--key { color: $primary; text-style: bold; }
        & > .canvas--read { color: $primary-darken-2; }
        & > .canvas--written { color: $secondary; }
        & > .canvas--again { color: $warning; }
        & > .canvas--fresh { color: $text-muted; }
        & > .canvas--broken { color: $error; text-style: bold; }
        & > .canvas--marker { color: $accent; }
        & > .canvas--edge { color: $text-disabled; }
        & > .canvas--differs { color: $error; text-style: bold reverse; }
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "scroll_up", "up", show=False),
        Binding("down,j", "scroll_down", "down", show=False),
        Binding("pageup,ctrl+b", "page_up", "page up", show=False),
        Binding("pagedown,ctrl+f", "page_down", "page down", show=False),
        Binding("home,g", "scroll_home", "to the top", show=False),
        Binding("end,G", "scroll_end", "to the end", show=False),
    ]

    def line(self, index: int, width: int) -> Line:
        """The line at `index`, counted from the first one whether in view or not."""
        raise NotImplementedError

    def render_line(self, y: int) -> Strip:
        """What Textual asks for: the line at `y` cells below the top of what is in view."""
        return self.painted(self.line(y + self.scroll_offset.y, self.usable_width), self.rich_style)

    @property
    def usable_width(self) -> int:
        """Cells beside the scroll bar."""
        return self.scrollable_content_region.width

    def painted(self, line: Line, base: Style) -> Strip:
        """The line in the theme's styles, over `base`, as wide as the widget."""
        segments = [Segment(text, base + self._style(role)) for text, role in line if text]
        return Strip(segments).adjust_cell_length(self.size.width, base)

    def _style(self, role: str) -> Style:
        return self.get_component_rich_style(f"canvas--{role}", partial=True) if role else Style.null()


class Page(Canvas):
    """Lines that are laid out anew for each width."""

    def __init__(self, *, id: str | None = None, focusable: bool = True) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id)
        self.can_focus = focusable
        self._drawn_for: Callable[[int], Sequence[Line]] = lambda width: ()
        self._lines: Sequence[Line] = ()
        self._width = -1

    def show(self, compose: Callable[[int], Sequence[Line]]) -> None:
        """Show what `compose(width)` returns, from its first line."""
        self._drawn_for, self._width = compose, -1
        self.scroll_to(y=0, animate=False)
        self._lay_out(self.usable_width)
        self.refresh(layout=True)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """The lines this width needs, so that `height: auto` fits."""
        self._lay_out(width)
        return len(self._lines)

    def line(self, index: int, width: int) -> Line:
        self._lay_out(width)
        return self._lines[index] if index < len(self._lines) else []

    def on_resize(self) -> None:
        self._lay_out(self.usable_width)

    def _lay_out(self, width: int) -> None:
        if width > 0 and width != self._width:
            self._width, self._lines = width, self._drawn_for(width)
            self.virtual_size = Size(width, len(self._lines))
