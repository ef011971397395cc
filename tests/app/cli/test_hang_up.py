"""A terminal that is gone, in a real pseudo-terminal: nobody is left to quit the dashboard."""

from __future__ import annotations

import os
import pty
import select
import subprocess
import time
from pathlib import Path

from tests.app.tui.test_terminal import COMMAND, PATIENCE, ROOT, SHOWN


def test_a_dashboard_that_hears_no_hang_up_signal_ends_with_its_terminal(tmp_path: Path) -> None:
    ours, theirs = pty.openpty()
    running = subprocess.Popen(
        [*COMMAND, "open", str(ROOT / "sample_traces")],
        cwd=ROOT,
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env={**os.environ, "TERM": "xterm-256color", "TMPDIR": str(tmp_path)},
        start_new_session=True,  # the terminal is not its own: no signal comes
    )
    os.close(theirs)
    try:
        assert _shows(ours)
        os.close(ours)
        assert running.wait(PATIENCE) != 0
    finally:
        running.kill()
        running.wait()
    assert not list(tmp_path.iterdir())


def _shows(terminal: int) -> bool:
    """Whether the dashboard comes up."""
    output, until = b"", time.monotonic() + PATIENCE
    while SHOWN not in output and time.monotonic() < until:
        if select.select([terminal], [], [], 0.1)[0]:
            output += os.read(terminal, 1 << 16)
    return SHOWN in output
