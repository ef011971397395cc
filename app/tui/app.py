"""The dashboard. The app holds the theme and the first screen; the screens ask, the widgets draw."""

from __future__ import annotations

from textual.app import App
from textual.screen import Screen

from app.tui.screens.conversations import ConversationsScreen
from app.tui.source import Source
from app.tui.theme import COLDBYTE

# Rows of a terminal: where there are few, screens give up what is merely nice.
HEIGHTS = [(0, "-tiny"), (18, "-short"), (32, "-tall")]


class ColdbyteApp(App[None]):
    """`ColdbyteApp(source).run()` shows what `source` answers."""

    TITLE = "coldbyte"
    VERTICAL_BREAKPOINTS = HEIGHTS

    def __init__(self, source: Source) -> None:
        super().__init__()
        self._source = source
        self.animation_level = "none"  # a key is answered at once
        self.register_theme(COLDBYTE)
        self.theme = COLDBYTE.name

    def get_default_screen(self) -> Screen[None]:
        return ConversationsScreen(self._source)
