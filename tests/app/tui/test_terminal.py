"""The dashboard as it meets a user: the real command in a real pseudo-terminal, judged by its bytes."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.app.logs import line, usage, write

ROOT = Path(__file__).parents[3]
COMMAND = [sys.executable, "-c", "from app.cli.main import run; run()"]
SHOWN, GONE = b"\x1b[?1049h", b"\x1b[?1049l"  # the alternate screen
QUIT = "\x11"  # from every screen
PATIENCE, QUIET = 30.0, 0.3  # seconds

# Each is obeyed by some terminal; none is a sequence that the dashboard itself would send.
ORDERS = (
    "\x1b]0;PWNED\x07",
    "\x1b]8;;http://pwned.example\x1b\\",
    "\x1b]52;c;UFdORUQ=\x07",
    "\x1b[13;37H",
    "\x1b[31337m",
    "\x1bPpwned\x1b\\",
    "\x9d0;PWNED\x9c",
    "\x9b31337m",
)
UNSEEN = "\u202e\u2066\u200b\u061c\ufeff\u2028\U000e0041"
HOSTILE = f"PWNED{''.join(ORDERS)}{UNSEEN}[link=http://x][/][red]\x00\x08\x7f"
OWN_SEQUENCE = re.compile(
    r"\x1b\[[0-?]*[ -/]*[@-~]|\x1b\]22;[a-z]+\x07"
)  # colours, places; the pointer's shape
HARMFUL = re.compile(
    "[\x00-\x07\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]"
)


class Session(NamedTuple):
    """All that a session wrote to its terminal, and how it ended."""

    output: bytes
    code: int
    left: list[str]  # in the folder for temporary files


def session(
    log: Path, keys: Sequence[str], temporary: Path, columns: int = 120, rows: int = 40, **environment: str
) -> Session:
    """Show a log in a terminal, press one key after another, each when the screen has come to rest, and quit."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
    temporary.mkdir()
    terminal = {"TERM": "xterm-256color", "COLORTERM": "truecolor", "TMPDIR": str(temporary), **environment}
    running = subprocess.Popen(
        [*COMMAND, "open", str(log)],
        cwd=ROOT,
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env={**os.environ, **terminal},
        start_new_session=True,
    )
    os.close(theirs)
    try:
        output = _read(ours, lambda seen: b"PWNED" in seen or b"claude-sonnet-5" in seen)
        for key in (*keys, QUIT):
            output += _read(ours, _at_rest)
            os.write(ours, key.encode())
        output += _read(ours, lambda seen: GONE in seen)
        return Session(output, running.wait(PATIENCE), [left.name for left in temporary.iterdir()])
    finally:
        running.kill()
        running.wait()
        os.close(ours)


def _at_rest(seen: bytes) -> bool:
    return False


def _read(terminal: int, enough: Callable[[bytes], bool]) -> bytes:
    """What comes until it is enough; where nothing ever is, until nothing comes for a while."""
    seen, end = b"", time.monotonic() + PATIENCE
    while time.monotonic() < end and not enough(seen):
        if not select.select([terminal], [], [], QUIET)[0]:
            if enough is _at_rest:
                break
            continue
        try:
            seen += os.read(terminal, 1 << 16)
        except OSError:  # the other end is closed
            break
    return seen


def hostile_log(folder: Path) -> Path:
    """Two requests with a break between them, whose every word is hostile."""
    tool = {"name": HOSTILE, "description": HOSTILE, "input_schema": {HOSTILE: HOSTILE}}
    lines = [
        line([HOSTILE], system=f"{step}{HOSTILE}" * 200, step=step, usage=usage(0, 9000), tools=[tool])
        for step in range(2)
    ]
    lines[1]["request"]["body"]["model"] = lines[1]["response"]["body"]["model"] = HOSTILE
    lines[0]["request"]["body"]["metadata"] = {HOSTILE: HOSTILE}
    return write(folder / "a\x1b]0;FILE\x07\u202e\x9bz.jsonl", lines)


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Session:
    folder = tmp_path_factory.mktemp("hostile")
    return session(hostile_log(folder), ["?", "\x1b", "\r", "j", "\r", "d"], folder / "tmp")


@pytest.mark.parametrize("order", ORDERS, ids=repr)
def test_no_order_of_the_log_reaches_the_terminal(hostile: Session, order: str) -> None:
    assert order.encode() not in hostile.output


def test_hostile_text_is_shown_in_harmless_form(hostile: Session) -> None:
    shown = OWN_SEQUENCE.sub("", hostile.output.decode())
    assert HARMFUL.findall(shown) == []
    assert "PWNED␛]0;PWNED␇" in shown


def test_the_terminal_is_given_back_as_it_was(hostile: Session) -> None:
    assert hostile.code == 0
    assert hostile.output.count(SHOWN) == hostile.output.count(GONE) == 1
    assert hostile.output.index(SHOWN) < hostile.output.index(b"PWNED") < hostile.output.index(GONE)
    assert hostile.left == []


def test_a_terminal_too_small_or_without_unicode_or_colour_is_no_mistake(tmp_path: Path) -> None:
    log = write(tmp_path / "log.jsonl", [line(["Left?"])])
    poor = {"LC_ALL": "C", "PYTHONIOENCODING": "ascii", "NO_COLOR": "1", "TERM": "vt100"}
    done = session(log, ["\r"], tmp_path / "tmp", columns=12, rows=4, **poor)
    assert done.code == 0
    assert b"Traceback" not in done.output
