"""How long a conversation takes to open: what the dashboard reads before it can draw.

A conversation of 1,000 requests has to be there in 0.3 s, its board and its breaks together. The first screen lists
the conversations: that and the program's own start may take 0.5 s each. Figures are processor time, the best of
five; what a first question imports belongs to the start.

    python benchmarks/opening_pace.py
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from conversations import append_only

from app.analysis.board import read_board
from app.analysis.breaks import list_breaks
from app.analysis.conversations import list_conversations
from app.analysis.refresh import refresh
from app.store.database import writing
from app.store.ingest import ingest

ROOT = Path(__file__).resolve().parent.parent
SECONDS = 0.3
START = 0.5
_START = "import app.tui.app, app.analysis.conversations, time; print(time.process_time())"


def main() -> int:
    """Measure; the exit code is 1 where a promise is not kept."""
    with tempfile.TemporaryDirectory() as folder:
        kept = told("the program's own start", started(folder), START)
        long, many = Path(folder) / "long.db", Path(folder) / "many.db"
        fill(long, conversations=1, requests=1_000)
        fill(many, conversations=500, requests=8)
        (row,) = list_conversations(long)
        board = best(lambda: (read_board(long, row.conversation), list_breaks(long, row.conversation)))
        kept &= told("1,000 requests: board and breaks", board, SECONDS)
        kept &= told("500 conversations: the list", best(lambda: list_conversations(many)), START)
    return 0 if kept else 1


def fill(database: Path, *, conversations: int, requests: int) -> None:
    """Store conversations and bring the answers about them up to date."""
    with writing(database) as connection:
        for number in range(conversations):
            ingest(connection, append_only(requests, name=f"agent {number}"))
        refresh(connection)


def best(work: Callable[[], object]) -> float:
    """Seconds of the fastest of five runs."""
    found = []
    for _ in range(5):
        begun = time.process_time()
        work()
        found.append(time.process_time() - begun)
    return min(found)


def started(folder: str) -> float:
    """Seconds until the dashboard's modules are there, in a process of its own; the fastest of four.

    The first leaves compiled modules in `folder`, whatever the environment says: an installed program has them.
    """
    command = [sys.executable, "-X", f"pycache_prefix={folder}", "-c", _START]
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    runs = (
        subprocess.run(command, cwd=ROOT, env=environment, check=True, capture_output=True, text=True)
        for _ in range(4)
    )
    return min(float(run.stdout) for run in runs)


def told(name: str, seconds: float, limit: float) -> bool:
    """Print a figure; whether it is within its limit."""
    print(f"{name:<32} {seconds * 1e3:>6.0f} ms   limit {limit * 1e3:.0f} ms")
    return seconds < limit


if __name__ == "__main__":
    sys.exit(main())
