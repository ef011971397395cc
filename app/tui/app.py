"""The dashboard. The app itself holds only the theme and the first screen: what is asked and drawn is the screens'."""

from __future__ import annotations

from textual.app import App
from textual.screen import Screen

from app.tui.screens.conversations import ConversationsScreen
from app.tui.source import Source
from app.tui.theme import COLDBYTE


class ColdbyteApp(App[None]):
    """`ColdbyteApp(source).run()` shows what `source` answers."""

    TITLE = "coldbyte"

    def __init__(self, source: Source) -> None:
        super().__init__()
        self._source = source

    def on_mount(self) -> None:
        self.register_theme(COLDBYTE)
        self.theme = COLDBYTE.name

    def get_default_screen(self) -> Screen[None]:
        return ConversationsScreen(self._source)
