"""The head of a prompt: what has to stay as it is for a provider's cache to be read.

It is a type of its own, and frozen, so that nothing which works on the conversation can reach it. Changing it
takes a new one: the moment to think about what the change will cost.
"""

from __future__ import annotations

from dataclasses import dataclass

from app.context.messages import Message


@dataclass(frozen=True, slots=True)
class PrefixContext:
    """Standing instructions, grounding and the rendered answer schema. Equal parts make equal prefixes."""

    system_prompt: str = ""
    grounding: tuple[Message, ...] = ()
    schema_block: str | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "grounding", tuple(self.grounding))

    def as_messages(self) -> list[Message]:
        """A new list: system prompt, grounding in its order, the schema. Empty parts are left out."""
        prompt = [Message("system", self.system_prompt)] if self.system_prompt else []
        schema = [] if self.schema_block is None else [Message("system", self.schema_block, name="schema")]
        return [*prompt, *self.grounding, *schema]
