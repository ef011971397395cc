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
