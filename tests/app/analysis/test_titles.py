from __future__ import annotations

import sqlite3
from contextlib import closing

from app.analysis.titles import title_of
from app.store import migrations
from app.store.ingest import ingest
from app.store.requests import load_family
from tests.app.store.made import all_families, exchange, segment


def title(*texts: object, **facts: object) -> str:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        migrations.apply(connection)
        ingest(connection, [exchange(texts, **facts)])  # type: ignore[arg-type]
        family = load_family(connection, all_families(connection)[0])
        return title_of(family, family.requests[0])


def test_it_is_what_the_user_asked_for_first() -> None:
    assert title(segment("be kind", role="system"), "Fix the test", "please") == "Fix the test"


def test_what_a_harness_puts_in_front_is_passed_over() -> None:
    assert title("<reminder>today is Monday</reminder>", "Fix the test") == "Fix the test"


def test_the_logs_own_title_goes_first() -> None:
    assert title("Fix the test", title="Flaky  login\\ntest") == "Flaky login\\ntest"


def test_a_long_request_is_cut() -> None:
    found = title("word " * 100)
    assert len(found) == 80
    assert found.endswith("…")


def test_a_log_without_words_has_none() -> None:
    assert title() == ""
