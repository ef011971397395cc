"""Values that cannot change, however deep one reaches into them, and the way back to writable ones.

A snapshot that shares a list with the live context is no snapshot: the next write changes what it said. So
freezing copies every container on the way down into one that refuses writes, and thawing copies every
container into a plain, writable one. Frozen containers are still dicts, lists and sets to everything that
reads them: they compare, print, pickle and serialise as such. Only containers are copied; any other object,
a leaf, is passed through as it is.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NoReturn, TypeVar

C = TypeVar("C", bound=type)


class CyclicValueError(ValueError):
    """A container that holds itself has no frozen form: it would have to exist before it is made."""


def _refuse(self: object, *args: object, **kwargs: object) -> NoReturn:
    raise TypeError(
        f"{type(self).__name__} is part of a frozen value; build a new value instead of writing to it"
    )


def _refusing(*methods: str) -> Callable[[C], C]:
    def decorate(cls: C) -> C:
        for method in methods:
            setattr(cls, method, _refuse)
        return cls

    return decorate


@_refusing("__setitem__", "__delitem__", "__ior__", "clear", "pop", "popitem", "setdefault", "update")
class FrozenDict(dict[Any, Any]):
    """A dict that raises TypeError on every write."""

    __slots__ = ()

    def __reduce__(self) -> tuple[type[FrozenDict], tuple[dict[Any, Any]]]:
        return FrozenDict, (dict(self),)


@_refusing(
    *("__setitem__", "__delitem__", "__iadd__", "__imul__"),
    *("append", "clear", "extend", "insert", "pop", "remove", "reverse", "sort"),
)
class FrozenList(list[Any]):
    """A list that raises TypeError on every write."""

    __slots__ = ()

    def __reduce__(self) -> tuple[type[FrozenList], tuple[list[Any]]]:
        return FrozenList, (list(self),)


@_refusing(
    *("__iand__", "__ior__", "__isub__", "__ixor__", "add", "clear", "discard", "pop", "remove", "update"),
    *("difference_update", "intersection_update", "symmetric_difference_update"),
)
class FrozenSet(frozenset[Any]):
    """What a set becomes. A type of its own: thawing gives back a set and leaves a frozenset alone."""

    __slots__ = ()


def deep_freeze(value: Any, place: str = "value") -> Any:
    """A copy of `value` in which no container can be written to.

    `place` is how `value` is called in the message of the `CyclicValueError` that a container inside itself
    raises, e.g. `scratchpad['plan'][0]`. Freezing what is frozen returns it as it is.
    """
    return _freeze(value, place, (), ())


def _freeze(value: Any, place: str, keys: tuple[object, ...], around: tuple[int, ...]) -> Any:
    if isinstance(value, FrozenDict | FrozenList) or not isinstance(value, dict | list | tuple | set):
        return value
    if isinstance(value, set):  # its members are hashable, so no container that could be written to
        return FrozenSet(value)
    if id(value) in around:
        where = place + "".join(f"[{key!r}]" for key in keys)
        raise CyclicValueError(f"{where} contains itself and cannot be frozen")
    around = (*around, id(value))
    if isinstance(value, dict):
        return FrozenDict({key: _freeze(item, place, (*keys, key), around) for key, item in value.items()})
    items = [_freeze(item, place, (*keys, index), around) for index, item in enumerate(value)]
    return _tuple_like(value, items) if isinstance(value, tuple) else FrozenList(items)


def thaw(value: Any) -> Any:
    """A copy of `value` in which every container can be written to again, at every depth."""
    if isinstance(value, dict):
        return {key: thaw(item) for key, item in value.items()}
    if isinstance(value, list):
        return [thaw(item) for item in value]
    if isinstance(value, set | FrozenSet):
        return set(value)
    return _tuple_like(value, [thaw(item) for item in value]) if isinstance(value, tuple) else value


def _tuple_like(original: tuple[Any, ...], items: list[Any]) -> Any:
    make = getattr(original, "_make", tuple)  # a named tuple keeps its names
    return make(items)
