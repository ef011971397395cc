from __future__ import annotations

from datetime import datetime

import pytest

from importers.notations.times import seconds


@pytest.mark.parametrize(
    "stamp",
    [
        1764500000.25,
        1764500000250,
        1764500000250000,
        1764500000250000000,
        "1764500000.25",
        "1764500000250000000",
        "2025-11-30T10:53:20.250Z",
        "2025-11-30T11:53:20.250+01:00",
        "2025-11-30 10:53:20.250",
        datetime(2025, 11, 30, 10, 53, 20, 250000),
    ],
)
def test_every_spelling_is_the_same_moment(stamp: object) -> None:
    assert seconds(stamp) == pytest.approx(1764500000.25, abs=1e-3)


@pytest.mark.parametrize("stamp", [None, True, 0, -1, float("nan"), float("inf"), "", "soon", [], 1e30])
def test_no_moment_is_none(stamp: object) -> None:
    assert seconds(stamp) is None


@pytest.mark.parametrize(
    "stamp",
    ["0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59Z", "Mon, 1 Jan 99999999999999999999 00:00:00 GMT"],
)
def test_a_time_that_no_log_can_be_from_is_unknown(stamp: str) -> None:
    assert seconds(stamp) is None
