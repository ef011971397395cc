from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from app.caches.touches import Touches
from app.trie import ROOT, Trie

paths = st.lists(st.lists(st.integers(0, 2), min_size=1, max_size=6), min_size=1, max_size=12)


@given(paths, st.lists(st.integers(0, 20), min_size=12, max_size=12), st.integers(0, 20))
def test_the_deepest_live_prefix_is_that_of_comparing_with_every_prompt(
    prompts: Sequence[Sequence[int]], lives: Sequence[int], at: int
) -> None:
    trie = Trie()
    *before, last = [trie.insert(prompt) for prompt in prompts]
    touches = Touches(trie)
    for number, node in enumerate(before):
        touches.touch(node, lives[number], number)
    shared = [trie.common(last, node) for node, until in zip(before, lives, strict=False) if until >= at]
    expected = max((trie.depth[node] for node in shared), default=0)
    found = touches.deepest(last, at)
    assert trie.depth[found.node if found else ROOT] == expected
    if found:
        assert trie.ancestor(last, expected) == found.node


@given(paths)
def test_a_prefix_remembers_who_touched_it_last(prompts: Sequence[Sequence[int]]) -> None:
    trie = Trie()
    *before, last = [trie.insert(prompt) for prompt in prompts]
    touches = Touches(trie)
    for number, node in enumerate(before):
        touches.touch(node, 0, number)
    found = touches.deepest(last, 0)
    if found:
        holders = [
            n for n, node in enumerate(before) if trie.ancestor(node, trie.depth[found.node]) == found.node
        ]
        assert found.by == max(holders)
