from __future__ import annotations

import gc

import pytest

from app.analysis.collecting import seldom_collecting


def test_the_collector_comes_by_seldom_within_and_as_before_behind() -> None:
    before = gc.get_threshold()
    with seldom_collecting():
        assert gc.get_threshold()[0] > 100 * before[0]
        assert gc.isenabled()
    assert gc.get_threshold() == before


def test_an_import_that_fails_leaves_the_collector_as_it_was() -> None:
    before = gc.get_threshold()
    with pytest.raises(KeyError), seldom_collecting():
        raise KeyError
    assert gc.get_threshold() == before
