"""How long a conversation takes to settle and diagnose, and that twice as long takes twice as long.

Ten thousand requests that each extend the last one have to be through in ten seconds. A clock in the system prompt is
the dear case: each request is a new path of the trie from its first segment on, so the work there is as large as all
prompts together, and it is told per block.

    python benchmarks/diagnosis_pace.py
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from conversations import append_only

from app.analysis.refresh import refresh
from app.store.database import writing
from app.store.ingest import ingest

SECONDS = 10.0  # for the longest
GROWTH = 2.6  # times as long for twice the requests: linear, and some noise


def main() -> int:
    """Measure; the exit code is 1 where a promise is not kept."""
    before, kept = 0.0, True
    for requests in (2_500, 5_000, 10_000):
        seconds = measure(requests)
        growth = f", x {seconds / before:.1f}" if before else ""
        print(f"append-only {requests:>6,} requests  {seconds:6.2f} s{growth}")
        kept &= not before or seconds / before < GROWTH
        before = seconds
    for requests in (250, 500, 1_000):
        seconds, blocks = measure(requests, clock=True), requests * (requests + 1)
        print(
            f"clock       {requests:>6,} requests  {seconds:6.2f} s, {seconds / blocks * 1e6:.1f} us a block"
        )
    return 0 if kept and before < SECONDS else 1


def measure(requests: int, *, clock: bool = False) -> float:
    """Seconds of CPU to load, settle, diagnose and store one conversation."""
    with tempfile.TemporaryDirectory() as folder, writing(Path(folder) / "coldbyte.db") as connection:
        ingest(connection, append_only(requests, clock=clock))
        begun = time.process_time()
        refresh(connection)
        return time.process_time() - begun


if __name__ == "__main__":
    sys.exit(main())
