from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from app.lanes.shared_prefixes import SharedPrefixes
from app.trie import ROOT, Trie

PATHS = st.lists(st.lists(st.integers(0, 2), max_size=6), max_size=12)


def common(a: list[int], b: list[int]) -> int:
    return next((i for i, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b)))


@given(PATHS, st.lists(st.integers(0, 2), max_size=6))
def test_the_closest_path_shares_most_and_came_last(paths: list[list[int]], asked: list[int]) -> None:
    trie = Trie()
    prefixes = SharedPrefixes(trie)
    for number, path in enumerate(paths):
        prefixes.add(number, trie.insert(path))
    best = max((common(path, asked), number) for number, path in enumerate(paths)) if paths else (0, -1)
    found = prefixes.closest(trie.insert(asked))
    assert found == ((trie.insert(asked[: best[0]]), best[1]) if best[0] else None)


@given(PATHS)
def test_the_last_path_through_a_prefix_is_found(paths: list[list[int]]) -> None:
    trie = Trie()
    prefixes = SharedPrefixes(trie)
    for number, path in enumerate(paths):
        prefixes.add(number, trie.insert(path))
    for path in paths:
        holders = [number for number, other in enumerate(paths) if other[: len(path)] == path]
        assert prefixes.last_through(trie.insert(path)) == holders[-1]


def test_nothing_was_sent_before_the_first() -> None:
    assert SharedPrefixes(Trie()).closest(ROOT) is None
    assert SharedPrefixes(Trie()).last_through(ROOT) is None
