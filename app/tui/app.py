"""The dashboard. The app holds the theme and the first screen; the screens ask, the widgets draw."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from textual.app import App, SystemCommand
from textual.screen import Screen

from app.tui.screens.conversations import ConversationsScreen
from app.tui.screens.views import View
from app.tui.source import Source
from app.tui.theme import COLDBYTE
from app.tui.widgets.view_strip import VIEWS

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

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """What the palette offers: the views of the conversation on the screen, and what every app can do."""
        if isinstance(screen, View):
            for view in VIEWS:
                yield SystemCommand(view.name, view.help, partial(screen.action_view, view.name))
        yield from super().get_system_commands(screen)
