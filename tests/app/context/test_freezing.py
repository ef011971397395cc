import collections
import copy
import json
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.context import CyclicValueError, deep_freeze, thaw

Point = collections.namedtuple("Point", "x y")
WRITES = [
    (dict, lambda d: d.__setitem__("a", 1)),
    (dict, lambda d: d.__delitem__("a")),
    (dict, lambda d: d.update(a=1)),
    (dict, lambda d: d.setdefault("b", 1)),
    (dict, lambda d: d.pop("a")),
    (dict, lambda d: d.popitem()),
    (dict, lambda d: d.clear()),
    (dict, lambda d: d.__ior__({"b": 1})),
    (list, lambda x: x.append(1)),
    (list, lambda x: x.extend([1])),
    (list, lambda x: x.insert(0, 1)),
    (list, lambda x: x.pop()),
    (list, lambda x: x.remove(1)),
    (list, lambda x: x.sort()),
    (list, lambda x: x.reverse()),
    (list, lambda x: x.clear()),
    (list, lambda x: x.__setitem__(0, 2)),
    (list, lambda x: x.__delitem__(0)),
    (list, lambda x: x.__iadd__([1])),
    (list, lambda x: x.__imul__(2)),
    (set, lambda s: s.add(2)),
    (set, lambda s: s.discard(1)),
    (set, lambda s: s.__ior__({2})),
]
START = {dict: {"a": 1}, list: [1], set: {1}}


@pytest.mark.parametrize(("container", "write"), WRITES)
def test_every_way_of_writing_is_refused(container, write):
    frozen = deep_freeze({"nested": START[container]})["nested"]
    with pytest.raises(TypeError, match="frozen"):
        write(frozen)
    assert frozen == START[container]


def test_frozen_containers_read_print_and_serialise_like_their_plain_kin():
    frozen = deep_freeze({"steps": ["a", {"b": 1}]})
    assert repr(frozen) == "{'steps': ['a', {'b': 1}]}"
    assert json.dumps(frozen) == '{"steps": ["a", {"b": 1}]}'


def test_freezing_copies_so_the_original_may_go_on():
    plan = {"steps": ["a"]}
    frozen = deep_freeze(plan)
    plan["steps"].append("b")
    assert frozen == {"steps": ["a"]}


def test_an_object_of_ones_own_passes_through_by_identity():
    mine = object()
    assert deep_freeze([mine])[0] is mine


def test_freezing_the_frozen_copies_nothing():
    frozen = deep_freeze({"a": []})
    assert deep_freeze(frozen) is frozen


def test_named_tuples_keep_their_names():
    frozen = deep_freeze(Point([1], 2))
    assert (frozen.x, type(frozen)) == ([1], Point)
    assert type(thaw(frozen).x) is list


def test_a_container_inside_itself_is_refused_with_its_place():
    loop: dict[str, object] = {"a": [1]}
    loop["a"].append(loop)
    with pytest.raises(CyclicValueError, match=r"plan\['a'\]\[1\] contains itself"):
        deep_freeze(loop, "plan")


def test_a_container_that_occurs_twice_is_no_cycle():
    shared = [1]
    assert deep_freeze([shared, shared]) == [[1], [1]]


scalars = st.one_of(st.none(), st.booleans(), st.integers(), st.text(max_size=3))
values = st.recursive(
    scalars,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(st.text(max_size=2), inner, max_size=3),
        st.tuples(inner, inner),
        st.sets(scalars, max_size=3),
        st.frozensets(scalars, max_size=3),
    ),
    max_leaves=12,
)


def types(value):
    """The types of a value at every depth."""
    if isinstance(value, dict):
        return type(value), [types(v) for v in value.values()]
    return (type(value), [types(v) for v in value]) if isinstance(value, list | tuple) else type(value)


@given(values)
def test_thawing_gives_back_what_was_frozen(value):
    frozen = deep_freeze(value)
    assert frozen == value
    assert thaw(frozen) == value
    assert types(thaw(frozen)) == types(value)


@given(values)
def test_frozen_values_survive_pickle_and_deep_copy_and_stay_frozen(value):
    frozen = deep_freeze(value)
    for twin in (pickle.loads(pickle.dumps(frozen)), copy.deepcopy(frozen)):
        assert twin == frozen
        assert types(twin) == types(frozen)
