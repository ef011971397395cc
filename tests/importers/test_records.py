from __future__ import annotations

import pytest

from importers.records import refused


@pytest.mark.parametrize(
    ("status", "is_refused"), [(None, False), (200, False), (399, False), (400, True), (529, True)]
)
def test_a_provider_refuses_with_a_status_of_400_or_more(status: int | None, is_refused: bool) -> None:
    assert refused(status) is is_refused
