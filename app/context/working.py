"""What an agent knows right now, on four axes that do not touch each other.

The *prefix* is the head of every request and frozen; the *messages* are the conversation behind it; the
*scratchpad* keeps notes between steps; the *journal* logs what the agent changed, for a parent. Use what
you need, the rest stays empty. No method reaches the prefix, so no write can void a provider's cache by
accident.

Nothing here calls a model or decides what to drop. A context is private to its agent; a `shared` one is
worked on by several, who hold `lock` around whatever must look like one step across an await. Single calls
need no lock: they never give way to another coroutine.
"""

from __future__ import annotations

import asyncio
import copy
import inspect
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, Literal, Self, TypeVar

from app.context.counting import ApproxTokenCounter, TokenCounter
from app.context.differences import Comparable, ContextDiff, difference
from app.context.freezing import thaw
from app.context.journal import MutationJournal
from app.context.messages import Message
from app.context.prefix import PrefixContext
from app.context.scopes import AnyScope, surviving_indices
from app.context.snapshots import FrozenContext, check_names

Entry = TypeVar("Entry")
Result = TypeVar("Result")


@dataclass(eq=False)
class WorkingContext(Generic[Entry]):
    """A live context. `limit` is a ceiling in tokens that is declared, not enforced.

    The methods that write return the context, so they can be chained.
    """

    prefix: PrefixContext = field(default_factory=PrefixContext)
    messages: list[Message] = field(default_factory=list)
    scratchpad: dict[str, Any] = field(default_factory=dict)
    journal: MutationJournal[Entry] = field(default_factory=MutationJournal)
    token_counter: TokenCounter = field(default_factory=ApproxTokenCounter)
    limit: int | None = None
    shared: bool = False
    lock: asyncio.Lock = field(default_factory=asyncio.Lock, init=False, repr=False)

    def __post_init__(self) -> None:
        self.messages = list(self.messages)
        self.scratchpad = dict(self.scratchpad)

    def append(self, *messages: Message) -> Self:
        """Add messages at the end."""
        return self.extend(messages)

    def extend(self, messages: Iterable[Message]) -> Self:
        """Add messages at the end: all of them, or none if `messages` fails half-way."""
        self.messages.extend(tuple(messages))
        return self

    def clear_messages(self) -> Self:
        """Drop the conversation; prefix, scratchpad and journal stay."""
        self.messages.clear()
        return self

    def note(self, name: str, value: Any) -> Self:
        """Keep one value on the scratchpad."""
        return self.update_scratchpad({name: value})

    def update_scratchpad(self, values: Mapping[str, Any]) -> Self:
        """Keep several values on the scratchpad. TypeError for a name that is no string."""
        check_names(values)
        self.scratchpad.update(values)
        return self

    def get(self, name: str, default: Any = None) -> Any:
        """A value from the scratchpad."""
        return self.scratchpad.get(name, default)

    def size(self) -> int:
        """Number of messages behind the prefix."""
        return len(self.messages)

    def assembled(self) -> list[Message]:
        """What a provider sees: the prefix as messages, then the conversation."""
        return self.prefix.as_messages() + self.messages

    async def tokens(self) -> int:
        """Size of `assembled()` by this context's counter."""
        return await self.token_counter.estimate(self.assembled())

    def fork(self) -> WorkingContext[Entry]:
        """An independent copy. The prefix is shared; the journal starts with everything in it absorbed."""
        return self._copy(self.messages, MutationJournal(self.journal.view()), self.shared)

    def slice(self, scope: AnyScope, *, shared: bool = False) -> WorkingContext[Entry]:
        """An independent copy with only the messages that `scope` keeps; the journal keeps its watermark."""
        kept = surviving_indices(scope, self.messages)
        messages = [message for index, message in enumerate(self.messages) if index in kept]
        return self._copy(messages, self.journal.copy(), shared)

    def _copy(
        self, messages: list[Message], journal: MutationJournal[Entry], shared: bool
    ) -> WorkingContext[Entry]:
        scratchpad = copy.deepcopy(self.scratchpad)
        return WorkingContext(
            self.prefix, messages, scratchpad, journal, self.token_counter, self.limit, shared
        )

    def merge(self, other: WorkingContext[Entry], mode: Literal["concat", "union"] = "concat") -> Self:
        """Take in what `other` knows.

        `concat` adds its messages as they are, so a fork brings back the history it was given; `union` adds
        only those that are not there yet. Its notes win over ours. Its journal adds the entries behind its
        watermark, unchanged. ValueError for another mode.
        """
        if mode not in ("concat", "union"):
            raise ValueError(f"unknown merge mode {mode!r}: expected 'concat' or 'union'")
        notes = copy.deepcopy(other.scratchpad)  # may fail, so before anything is written
        self.extend(other.messages if mode == "concat" else _new_to(self.messages, other.messages))
        self.journal.apply(other.journal.diff())
        return self.update_scratchpad(notes)

    def freeze(self) -> FrozenContext[Entry]:
        """A snapshot that later writes cannot reach. Errors as `FrozenContext`."""
        pairs = tuple(self.scratchpad.items())
        return FrozenContext(self.prefix, tuple(self.messages), pairs, self.journal.view())

    def diff(self, other: Comparable) -> ContextDiff:
        """What this context has that `other`, a context or a snapshot, has not, and the other way round."""
        return difference(self, other)

    async def apply_locked(
        self, change: Callable[[WorkingContext[Entry]], Awaitable[Result] | Result]
    ) -> Result:
        """Run `change`, a plain or async function, while holding the lock; returns what it returns."""
        async with self.lock:
            result = change(self)
            return await result if inspect.isawaitable(result) else result


def _new_to(known: list[Message], messages: list[Message]) -> list[Message]:
    seen = set(known)
    return [message for message in dict.fromkeys(messages) if message not in seen]


def rehydrate(snapshot: FrozenContext[Entry]) -> WorkingContext[Entry]:
    """A live context from a snapshot: writable at every depth, its journal absorbed."""
    scratchpad = {name: thaw(value) for name, value in snapshot.scratchpad}
    return WorkingContext(
        snapshot.prefix, list(snapshot.messages), scratchpad, MutationJournal(snapshot.journal)
    )
