"""The dashboard ends with its terminal.

Somebody who closes a window ends what runs in it: the system sends a hang-up signal. A program that was told to
ignore it, or that never belonged to that window, hears nothing; reading from a terminal that is gone then returns at
once, for ever, and a dashboard that nobody sees would keep a processor busy.
"""

from __future__ import annotations

import os
import select
import signal
import threading
import time
from collections.abc import Callable

_GRACE = 2.0  # seconds


def end_with_terminal(clean: Callable[[], object], descriptor: int = 0) -> None:
    """End this process as a signal would, once the terminal behind an open file hangs up; the file of the keys
    where none is named. Where that leads to nothing, `clean` away what was made, from another thread, and leave.
    Nothing happens where the file is no terminal, or the system cannot say.
    """
    if hasattr(select, "poll") and os.isatty(descriptor):
        threading.Thread(target=_end_behind, args=(clean, descriptor), daemon=True, name="hang-up").start()


def _end_behind(clean: Callable[[], object], descriptor: int) -> None:
    poll = select.poll()
    poll.register(descriptor, 0)  # a hang-up is told whether asked for or not
    poll.poll()
    os.kill(os.getpid(), signal.SIGTERM)  # the hang-up signal itself may be ignored
    # What Textual writes goes through a queue, and its reader dies with the terminal: once that is full, the way out
    # waits for ever to say good-bye.
    time.sleep(_GRACE)
    clean()
    os._exit(128 + signal.SIGTERM)
