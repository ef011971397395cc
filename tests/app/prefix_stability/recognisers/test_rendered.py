from __future__ import annotations

from dataclasses import replace

import pytest

from app.prefix_stability.recognisers.rendered import part_at
from tests.app.prefix_stability.asking import breaks
from tests.talks import chat, prose, sent


@pytest.mark.parametrize(
    ("old", "new", "part"),
    [
        ("# Tasks\n- [ ] count jars\n\n# Skills", "# Tasks\n- [x] count jars\n\n# Skills", "workspace-state"),
        (
            "Branch: orchard\nStatus:\n M a.md",
            "Branch: orchard\nStatus:\n M a.md\n?? b.md",
            "workspace-state",
        ),
        ("Inside:\n- barn.md\n- gate.md", "Inside:\n- barn.md\n- gate.md\n- hedge.md", "workspace-state"),
        ("├── a.py\n└── b.py", "├── a.py\n├── c.py\n└── b.py", "workspace-state"),
        ("<memory>\nprefers tea\n</memory>", "<memory>\nowns a boat\n</memory>", "memory-block"),
        ("# What I remember\nLikes tea", "# What I remember\nLikes coffee", "memory-block"),
        ('<context>\n<source id="1">The town', '<context>\n<source id="2">The shop', "retrieved-documents"),
        ("Relevant passages:\nThe town", "Relevant passages:\nA bicycle", "retrieved-documents"),
        ("Installed apps:\n- ledger: records", "Installed apps:\n- ledger: records\n- tides: water", None),
        ("<agents><name>Draft</name>", "<agents><name>Proof</name>", None),
        ("<memory>x</memory>\nHouse rules", "<memory>x</memory>\nHouse customs", None),
    ],
)
def test_a_part_is_told_by_what_encloses_it_or_by_its_lines(old: str, new: str, part: str | None) -> None:
    assert part_at(old, new) == part


def test_a_block_that_comes_back_unchanged_was_a_failed_read() -> None:
    with_status = [
        replace(talk, system=(prose(1), "<status>ahead: 0</status>", prose(2, 700))) for talk in chat(4)
    ]
    without = replace(with_status[2], system=(prose(1), prose(2, 700)))
    found = breaks(sent([*with_status[:2], without, with_status[3]]))
    assert [(b.request, b.path, b.cause) for b in found] == [(3, "system[1]", "failed-read")]


def test_a_block_that_stays_away_was_taken_out() -> None:
    with_rules = [replace(talk, system=(prose(1), "Be brief.", prose(2, 700))) for talk in chat(4)]
    without = [replace(talk, system=(prose(1), prose(2, 700))) for talk in with_rules[2:]]
    assert [b.cause for b in breaks(sent([*with_rules[:2], *without]))] == ["system-changed"]
