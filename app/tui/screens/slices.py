"""Slices: what fills this context, and what would a scope keep of it?

The scope is read as it is typed. As soon as it can be understood, the picture below answers it.
"""

from __future__ import annotations

import shlex
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.getters import query_one
from textual.widgets import Input

from app import figures
from app.slices import ExpressionError
from app.tui.lines import Line, legend
from app.tui.screens.views import IN_EVERY_VIEW, ViewAt
from app.tui.widgets import slices as drawing
from app.tui.widgets.about import draw_about
from app.tui.widgets.canvas import Page
from app.tui.widgets.rows import Rows
from app.tui.widgets.scope_input import ScopeInput, problem_of


class SlicesScreen(ViewAt[drawing.Context]):
    """Kinds, the verdict on a scope, and the biggest items of one request's context."""

    verb = "slice"
    title_text = "What fills this context, and what would a scope keep?"
    glyphs = drawing.MEANINGS
    DEFAULT_CSS = """
    SlicesScreen {
        & > #about { height: 1; padding: 0 1; }
        & > #line { height: 1; background: $surface; padding: 0 1; }
        & > #line > #label { width: 10; height: 1; background: $surface; }
        & > #line > ScopeInput { width: 1fr; background: $surface; }
        & > #hint { height: 2; padding: 0 1 0 11; }
        & > #kinds { height: auto; padding: 0 1; }
        & > #items { height: 1fr; padding: 0 1; margin: 1 0 0 0; }
        &.-tiny > #items { margin: 0; }
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("slash", "edit", "scope", key_display="/"),
        Binding("n", "step(1)", "next request"),
        Binding("p", "step(-1)", "previous"),
        *IN_EVERY_VIEW,
    ]
    items = query_one("#items", Rows)
    scope_input = query_one("#scope", ScopeInput)
    _shown: drawing.Context | None = None
    _scope = ""

    def compose_answer(self) -> ComposeResult:
        yield Page(id="about", focusable=False)
        with Horizontal(id="line"):
            yield Page(id="label", focusable=False)
            yield ScopeInput(id="scope")
        yield Page(id="hint", focusable=False)
        yield Page(id="kinds", focusable=False).add_class("answer")
        yield Rows(id="items").add_class("answer")

    def on_mount(self) -> None:
        self.query_one("#label", Page).show(lambda width: [[("scope", "muted")]])
        self._hint(None)

    def ask(self) -> drawing.Context:
        place, scope = self.place, self.source.expression(self._scope)
        filling = self.source.filling(place.conversation, place.number)
        cut = self.source.cut(place.conversation, scope, place.number) if scope else None
        return drawing.Context(filling, cut, tuple(self.source.saved()))

    def draw(self, answer: drawing.Context) -> None:
        self._shown = answer
        self.scope_input.saved = answer.saved
        filling = answer.filling
        tokens = f"{figures.count(filling.tokens)} tokens {figures.PROVENANCE[filling.provenance]}"
        facts = (f"request {filling.request:,} of {len(self.place.request_ids):,}", tokens)
        self.query_one("#about", Page).show(lambda width: [draw_about(self.place.title, facts, width)])
        self.query_one("#kinds", Page).show(lambda width: _kinds(answer, width))
        self.items.show(
            len(filling.biggest),
            lambda i, width: drawing.draw_item(filling.biggest[i], width),
            drawing.heading,
            self.items.cursor,
        )
        if self.focused is None:  # the answer may come while the user is at the input already
            self.items.focus()

    def command(self) -> str:
        scope = f" {shlex.quote(self._scope)}" if self._scope else ""
        where = f"{shlex.quote(self.place.conversation)}{scope} --at {self.place.number}"
        return f"coldbyte slice {where} {self.source.options}".rstrip()

    def on_input_changed(self, message: Input.Changed) -> None:
        problem = problem_of(message.value)
        self._hint(problem)
        if problem is None and not message.value.startswith("@"):
            self._apply(message.value)

    def on_input_submitted(self, message: Input.Submitted) -> None:
        if problem_of(message.value) is None:
            self._apply(message.value)
            self.items.focus()

    def _apply(self, scope: str) -> None:
        if scope.strip() != self._scope:
            self._scope = scope.strip()
            self.ask_again()

    def _hint(self, problem: ExpressionError | None) -> None:
        self.query_one("#hint", Page).show(lambda width: drawing.draw_hint(problem, width))

    def on_rows_chosen(self, message: Rows.Chosen) -> None:
        if self._shown is not None:
            first = self._shown.filling.biggest[message.index].first_request
            self.inspect(first)

    def action_edit(self) -> None:
        self.scope_input.focus()

    def action_back(self) -> None:
        """Leave the input before the screen."""
        if self.scope_input.has_focus:
            self.items.focus()
        else:
            super().action_back()

    def action_step(self, by: int) -> None:
        moved = self.place.moved(by)
        if moved != self.place:
            self.place = moved
            self.ask_again()


def _kinds(context: drawing.Context, width: int) -> list[Line]:
    rows = drawing.draw_kinds(context, width)
    if context.cut is None:
        return rows
    return [*rows, legend(drawing.MEANINGS), *drawing.draw_verdict(context.cut, width)]
