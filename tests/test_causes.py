"""The manual of causes is what its script makes of the texts in the code, and names every cause there is."""

from __future__ import annotations

import ast
import re
import runpy
from collections.abc import Iterator
from pathlib import Path

from app.prefix_stability.rules import CAUSES

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "causes.md").read_text(encoding="utf-8")
TAKES_A_CAUSE = {"changed", "whole", "_found", "_place", "_at_index"}


def named(path: Path) -> Iterator[str]:
    """The slugs that a module hands to whatever makes a finding, as far as they stand there in so many words."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call):
            first = node.args[:1] if isinstance(node.func, ast.Name) and node.func.id in TAKES_A_CAUSE else []
            stated = [keyword.value for keyword in node.keywords if keyword.arg == "cause"]
            for value in (part for given in (*first, *stated) for part in ast.walk(given)):
                if isinstance(value, ast.Constant) and isinstance(value.value, str):
                    yield value.value


def test_the_page_is_what_its_script_makes() -> None:
    assert runpy.run_path(str(ROOT / "docs" / "make_causes.py"))["page"]() == PAGE


def test_the_page_has_every_cause_once() -> None:
    assert sorted(re.findall(r"^### (\S+)$", PAGE, re.MULTILINE)) == sorted(CAUSES)


def test_every_cause_that_the_diagnosis_names_has_its_text() -> None:
    found = {slug for path in (ROOT / "app" / "prefix_stability").rglob("*.py") for slug in named(path)}
    assert len(found) > 20
    assert found <= set(CAUSES)
