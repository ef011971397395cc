"""Which messages of a transcript to keep.

Most scopes are predicates on one message and its index. Some are not: what the last two turns are only
shows when the list is seen as a whole, and no message can say by itself whether it belongs. Such a
positional scope answers for the whole list with the indices that survive, and refuses to be asked about one
message, because any answer would be a guess that a combination then multiplies.

Scopes are therefore combined in index space: `AllOf` intersects, `AnyOf` unites and `Not` complements the
surviving indices, so a window means the same at any depth. `surviving_indices` answers for either kind.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from app.context.messages import Message


class PositionalScopeError(TypeError):
    """A scope that depends on the whole list was asked about a single message."""

    def __init__(self, scope: object) -> None:
        super().__init__(f"{scope} cannot judge a message by itself; use surviving_indices(scope, messages)")


@runtime_checkable
class ContextScope(Protocol):
    """A predicate on a message and its index in the transcript."""

    def matches(self, message: Message, index: int) -> bool:
        """Whether the message is kept."""
        ...


@runtime_checkable
class PositionalScope(Protocol):
    """A scope that has to see the whole transcript."""

    def _surviving_indices(self, messages: Sequence[Message]) -> set[int]: ...


AnyScope = ContextScope | PositionalScope


def surviving_indices(scope: AnyScope, messages: Sequence[Message]) -> set[int]:
    """Indices of the messages that `scope` keeps, whichever kind of scope it is. TypeError if it is none."""
    if isinstance(scope, PositionalScope):
        return scope._surviving_indices(messages)
    if isinstance(scope, ContextScope):
        return {index for index, message in enumerate(messages) if scope.matches(message, index)}
    raise TypeError(f"{scope!r} is no scope: it has neither matches() nor _surviving_indices()")


def _judge(scope: AnyScope, message: Message, index: int) -> bool:
    if isinstance(scope, ContextScope):
        return scope.matches(message, index)
    raise PositionalScopeError(scope)


@dataclass(frozen=True, slots=True)
class LastNTurns:
    """The last `n` turns, and every system message. A turn starts at a user message and runs to the next.

    A transcript of no more than `n` turns is kept whole. ValueError if `n` is negative.
    """

    n: int

    def __post_init__(self) -> None:
        if self.n < 0:
            raise ValueError(f"a transcript has no last {self.n} turns: the number must be 0 or more")

    def matches(self, message: Message, index: int) -> bool:
        """Never answers: raises PositionalScopeError."""
        raise PositionalScopeError(self)

    def _surviving_indices(self, messages: Sequence[Message]) -> set[int]:
        turns = [i for i, m in enumerate(messages) if m.role == "user" and not m.continues]
        start = self._start(turns, len(messages))
        return {i for i, m in enumerate(messages) if i >= start or m.role == "system"}

    def _start(self, turns: Sequence[int], size: int) -> int:
        if self.n == 0:
            return size
        return turns[-self.n] if self.n < len(turns) else 0


@dataclass(frozen=True, slots=True)
class RoleFilter:
    """Messages of these roles."""

    roles: frozenset[str]

    def __post_init__(self) -> None:
        object.__setattr__(self, "roles", frozenset(self.roles))

    def matches(self, message: Message, index: int) -> bool:
        """Whether the message's role is one of these."""
        return message.role in self.roles


@dataclass(frozen=True, slots=True)
class Tagged:
    """Messages with this name."""

    tag: str

    def matches(self, message: Message, index: int) -> bool:
        """Whether the message's name equals the tag."""
        return message.name == self.tag


@dataclass(frozen=True, slots=True)
class Since:
    """Messages from this index on."""

    checkpoint_index: int

    def matches(self, message: Message, index: int) -> bool:
        """Whether the message stands at the checkpoint or behind it."""
        return index >= self.checkpoint_index


@dataclass(frozen=True, slots=True)
class AllOf:
    """Messages that every inner scope keeps; without inner scopes, all of them."""

    scopes: tuple[AnyScope, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "scopes", tuple(self.scopes))

    def matches(self, message: Message, index: int) -> bool:
        """Whether every inner scope keeps it; PositionalScopeError if that takes the whole list."""
        return all(_judge(scope, message, index) for scope in self.scopes)

    def _surviving_indices(self, messages: Sequence[Message]) -> set[int]:
        everything = set(range(len(messages)))
        return everything.intersection(*(surviving_indices(scope, messages) for scope in self.scopes))


@dataclass(frozen=True, slots=True)
class AnyOf:
    """Messages that any inner scope keeps; without inner scopes, none."""

    scopes: tuple[AnyScope, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "scopes", tuple(self.scopes))

    def matches(self, message: Message, index: int) -> bool:
        """Whether any inner scope keeps it; PositionalScopeError if that takes the whole list."""
        return any(_judge(scope, message, index) for scope in self.scopes)

    def _surviving_indices(self, messages: Sequence[Message]) -> set[int]:
        return set().union(*(surviving_indices(scope, messages) for scope in self.scopes))


@dataclass(frozen=True, slots=True)
class Not:
    """Messages that the inner scope drops."""

    scope: AnyScope

    def matches(self, message: Message, index: int) -> bool:
        """Whether the inner scope drops it; PositionalScopeError if that takes the whole list."""
        return not _judge(self.scope, message, index)

    def _surviving_indices(self, messages: Sequence[Message]) -> set[int]:
        return set(range(len(messages))) - surviving_indices(self.scope, messages)
