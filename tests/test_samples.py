"""The sample traces are what their scripts make."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
SAMPLES = ROOT / "sample_traces"


def captures(folder: Path) -> dict[str, str]:
    return {
        str(p.relative_to(folder)): p.read_text(encoding="utf-8") for p in sorted(folder.rglob("*.jsonl"))
    }


def test_the_samples_follow_from_their_scripts(tmp_path: Path) -> None:
    subprocess.run([sys.executable, str(ROOT / "docs" / "samples" / "make.py"), str(tmp_path)], check=True)
    assert captures(tmp_path) == captures(SAMPLES)


def test_the_samples_stay_small() -> None:
    assert sum(len(text.encode()) for text in captures(SAMPLES).values()) < 400_000
