"""Which formats there are, and which of them a file is written in.

A file is recognised by its content, never by its name. Formats from other packages register under the entry
point group `coldbyte.importers`; they are imported only when a name asks for one or no built-in format is
certain.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.metadata import entry_points

from importers.apis.json_text import UnreadableError
from importers.formats import (
    Exchanges,
    Format,
    aider,
    atif,
    cacheeconomics,
    cassettes,
    claude_agent_sdk,
    claude_code,
    codex_rollout,
    codex_trace_html,
    gemini_cli,
    har,
    inspect_ai,
    langfuse,
    langsmith,
    litellm,
    mini_swe_agent,
    mitmproxy,
    native,
    openhands,
    openrouter_bench,
    otlp,
    pairs,
    swe_agent,
)
from importers.reading import File, files, members
from importers.records import Problem, Record

GROUP = "coldbyte.importers"
BUILT_IN: tuple[Format, ...] = (
    native.FORMAT,
    claude_code.FORMAT,
    har.FORMAT,
    mitmproxy.FORMAT,
    cassettes.FORMAT,
    cassettes.NOCK,
    codex_rollout.FORMAT,
    codex_trace_html.FORMAT,
    otlp.FORMAT,
    langfuse.FORMAT,
    inspect_ai.FORMAT,
    litellm.FORMAT,
    langsmith.FORMAT,
    gemini_cli.FORMAT,
    claude_agent_sdk.FORMAT,
    atif.FORMAT,
    openhands.FORMAT,
    swe_agent.FORMAT,
    mini_swe_agent.FORMAT,
    aider.FORMAT,
    openrouter_bench.FORMAT,
    cacheeconomics.FORMAT,
    pairs.FORMAT,
)
_CERTAIN = 1.0


class UnknownFormatError(ValueError):
    """A format name that nothing installed answers to."""


def names() -> list[str]:
    """Every format's name, those of other packages included, without importing them."""
    return sorted({*(f.name for f in BUILT_IN), *(e.name for e in entry_points(group=GROUP))})


def named(name: str) -> Format:
    """The format called `name`. Raises `UnknownFormatError`, which lists those there are."""
    for found in (*BUILT_IN, *(_plug_ins() if name in names() else ())):
        if found.name == name:
            return found
    raise UnknownFormatError(f"no format is called {name!r}; there are: {', '.join(names())}")


def recognise(file: File) -> Format | None:
    """The format whose marks the file carries, or None. Of equals the one listed first."""
    best = _best(BUILT_IN, file.head)
    if best[0] < _CERTAIN:
        best = max(best, _best(_plug_ins(), file.head), key=lambda scored: scored[0])
    return best[1]


def sources(paths: Iterable[str], format_name: str | None = None) -> Iterator[tuple[File, Format] | Problem]:
    """Every log at `paths` with its format; what is empty or in no known format is a `Problem`.

    A zip that no format owns is opened, and its members are logs. Raises `UnknownFormatError`.
    """
    wanted = None if format_name is None else named(format_name)
    for path in paths:
        for file in files(path):
            yield from _matched(file, wanted, inside=False)


def read(file: File, exchanges: Exchanges, found: Format) -> Iterator[Record]:
    """The records of a file. Where it cannot be read any further, a `Problem` is the last of them."""
    try:
        yield from found.read(file, exchanges)
    except UnreadableError as error:
        yield Problem(source=file.name, line=None, kind=error.kind, reason=str(error))
    except OSError as error:
        yield Problem(
            source=file.name,
            line=None,
            kind="unreadable",
            reason=f"reading stopped ({error.strerror or error})",
        )


def _matched(
    file: File | Problem, wanted: Format | None, *, inside: bool
) -> Iterator[tuple[File, Format] | Problem]:
    if isinstance(file, Problem):
        yield file
    elif found := wanted or recognise(file):
        yield file, found
    elif file.packed == "zip" and not inside:
        for member in members(file):
            yield from _matched(member, None, inside=True)
    elif not file.head.strip(b"\0 \t\r\n"):
        yield Problem(source=file.name, line=None, kind="empty", reason="the file is empty")
    else:
        yield Problem(
            source=file.name,
            line=None,
            kind="unrecognised",
            reason="no known format: see --format, or docs/importers.md",
        )


def _best(formats: Iterable[Format], head: bytes) -> tuple[float, Format | None]:
    best: tuple[float, Format | None] = (0.0, None)
    for candidate in formats:
        score = candidate.sniff(head)
        if score > best[0]:
            best = (score, candidate)
    return best


@cache
def _plug_ins() -> tuple[Format, ...]:
    loaded = []
    for entry in entry_points(group=GROUP):
        try:
            loaded.append(entry.load())
        except (ImportError, AttributeError) as error:
            logging.getLogger(__name__).warning("importer %s cannot be loaded: %s", entry.name, error)
    return tuple(loaded)
