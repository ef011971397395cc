from datetime import date, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from pricing.overlay import Entry, read_overlay, shipped_entries


def entry(**changes: Any) -> Entry:
    plain: dict[str, Any] = {
        "providers": ("acme",),
        "models": "^road",
        "source": "a price list",
        "checked": date(2026, 11, 30),
        "rates": {"fresh": Decimal(1)},
    }
    return Entry(**(plain | changes))


def test_every_shipped_entry_has_a_source_and_a_day() -> None:
    assert len(shipped_entries()) > 20
    assert all(entry.source and entry.checked >= date(2026, 1, 1) for entry in shipped_entries())


def test_a_span_includes_its_first_day_and_not_its_last() -> None:
    spring = entry(since=date(2026, 3, 1), until=date(2026, 6, 1))
    assert [spring.holds_on(day) for day in (date(2026, 2, 28), date(2026, 3, 1), date(2026, 6, 1))] == [
        False,
        True,
        False,
    ]


def test_hours_exclude_their_end_and_days_must_fit_too() -> None:
    night = entry(hours=("01:00-04:00", "22:00-24:00"), days=("sat",))
    saturday = date(2026, 11, 28)
    covered = [
        night.covers(datetime.combine(saturday, datetime.min.time()).replace(hour=h)) for h in (1, 4, 23)
    ]
    assert covered == [True, False, True]
    assert not night.covers(datetime(2026, 11, 27, 1))


def test_an_entry_speaks_of_a_model_by_any_of_its_names() -> None:
    assert entry().speaks_of("acme", ("alias", "Road-Runner"))
    assert not entry().speaks_of("acme", ("off-road",))
    assert not entry().speaks_of("other", ("road",))


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"rates": {"fresh": Decimal(-1)}}, "zero or more"),
        ({"rates": {"fresh": Decimal("NaN")}}, "zero or more"),
        ({"rates": {"input": Decimal(1)}}, "`input` is no price; known are"),
        ({"rates": {}}, "needs one of"),
        ({"factor": Decimal(2)}, "needs one of"),
        ({"rates": {}, "factor": Decimal(-2)}, "positive"),
        ({"tiers": ({"fresh": Decimal(2)},)}, "above"),
        ({"hours": ("morning",)}, "no span of hours"),
    ],
)
def test_an_entry_that_makes_no_sense_says_why(change: dict[str, Any], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        entry(**change)


GOOD = """[[price]]
providers = ["acme"]
models = "."
source = "s"
checked = 2026-11-30
rates = { fresh = 1 }
"""


def test_a_bad_table_is_reported_and_its_neighbours_count(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    misspelt, short = GOOD + "colour = 3\n", "[[price]]\nmodels = '.'\n"
    path.write_text("format = 1\n" + GOOD + misspelt + short + GOOD)
    entries, problems = read_overlay(path)
    assert len(entries) == 2
    assert [problem.place for problem in problems] == ["price 2", "price 3"]
    assert "colour" in problems[0].reason


def test_a_broken_pattern_is_reported_with_its_place(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text("format = 1\n" + GOOD.replace('"."', '"["'))
    (problem,) = read_overlay(path)[1]
    assert problem.place == "price 1"
    assert "no regular expression" in problem.reason


def test_an_unreadable_overlay_gives_no_entries_and_one_problem(tmp_path: Path) -> None:
    entries, problems = read_overlay(tmp_path / "none.toml")
    assert entries == ()
    assert len(problems) == 1


def test_what_no_sellers_page_states_says_so_in_its_source() -> None:
    loose = [entry for entry in shipped_entries() if "." not in entry.source.split()[0] and not entry.assumed]
    assert [
        entry.source for entry in loose if "litellm" not in entry.source and "genai" not in entry.source
    ] == []
    assert all(entry.origin == f"assumed: {entry.source}" for entry in shipped_entries() if entry.assumed)
