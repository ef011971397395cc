"""Where the screens get their answers: four questions, each a function that may take a while.

The screens know no database. They call a `Source` in a worker, so tests hand them plain values and a slow
disk never stops a key. `prepare` is what has to happen first, such as an import: it is given a function to
report its `Progress` to, which raises `Abandoned` once the user has left, so that the import rolls back.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # the first paint does not wait for the store
    from app.analysis.board import Board
    from app.analysis.breaks import PricedBreak
    from app.analysis.conversations import ConversationRow
    from app.analysis.inspector import RequestDetail


class Abandoned(Exception):  # noqa: N818 - it is a wish of the user's, not an error
    """The user left while `prepare` was at work."""


@dataclass(frozen=True, slots=True)
class Progress:
    """`done` of `total` units (bytes, files: whatever it counts); `total` is None where nobody can tell."""

    label: str
    done: int
    total: int | None = None


Report = Callable[[Progress], None]


def nothing_to_prepare(report: Report) -> None:
    """The answers are there already."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """`name` is what the user opened, `arguments` how a command line names it, `options` how one about a
    single conversation does.

    Each function runs in a worker thread and may raise UserError.
    """

    name: str
    arguments: str
    options: str
    conversations: Callable[[], Sequence[ConversationRow]]
    breaks: Callable[[str | None], Sequence[PricedBreak]]  # of one conversation, or of all
    board: Callable[[str], Board]
    request: Callable[[int], RequestDetail]
    prepare: Callable[[Report], None] = nothing_to_prepare


def database(
    path: Path,
    name: str,
    arguments: str,
    options: str,
    prepare: Callable[[Report], None] = nothing_to_prepare,
) -> Source:
    """The answers of the database at `path`, which `prepare` may fill first."""
    return Source(
        name=name,
        arguments=arguments,
        options=options,
        conversations=lambda: _conversations(path),
        breaks=lambda conversation: _breaks(path, conversation),
        board=lambda conversation: _board(path, conversation),
        request=lambda request_id: _request(path, request_id),
        prepare=prepare,
    )


# Each question imports its module when it is asked, in the worker: the first paint must not wait for the
# store.


def _conversations(path: Path) -> Sequence[ConversationRow]:
    from app.analysis.conversations import list_conversations

    return list_conversations(path)


def _breaks(path: Path, conversation: str | None) -> Sequence[PricedBreak]:
    from app.analysis.breaks import list_breaks

    return list_breaks(path, conversation)


def _board(path: Path, conversation: str) -> Board:
    from app.analysis.board import read_board

    return read_board(path, conversation)


def _request(path: Path, request_id: int) -> RequestDetail:
    from app.analysis.inspector import read_request

    return read_request(path, request_id)
