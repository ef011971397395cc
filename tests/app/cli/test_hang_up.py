"""A terminal that is gone, in a real pseudo-terminal: nobody is left to quit the dashboard."""

from __future__ import annotations

import os
import pty
import select
import signal
import subprocess
import time
from pathlib import Path

import pytest

from tests.app.tui.test_terminal import COMMAND, PATIENCE, ROOT


@pytest.mark.parametrize("is_read", [True, False], ids=["at rest", "with a paint that waits"])
def test_a_dashboard_that_hears_no_hang_up_signal_ends_with_its_terminal(
    tmp_path: Path, is_read: bool
) -> None:
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
        assert select.select([ours], [], [], PATIENCE)[0]
        until = time.monotonic() + 3.0
        while time.monotonic() < until:
            if select.select([ours] if is_read else [], [], [], 0.1)[0]:
                os.read(ours, 1 << 16)
        os.close(ours)
        assert running.wait(PATIENCE) == 128 + signal.SIGTERM
    finally:
        running.kill()
        running.wait()
    assert not list(tmp_path.iterdir())
