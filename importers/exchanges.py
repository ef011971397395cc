"""From one HTTP call to one exchange: which API it speaks, who is billed, whose conversation it is.

The readers in `importers.apis` know bodies; this module knows calls: URL, headers, status. It never raises for bad
input: a call that is no model request, or that cannot be read, comes back as a `Problem` with its place and reason.
"""

from __future__ import annotations

from importers.apis import anthropic_messages, openai_chat, openai_responses
from importers.apis.api import Api
from importers.apis.blocks import Blocks
from importers.apis.json_text import Fields, Unreadable, fields_of
from importers.calls import Call
from importers.identity import Identity, identity_of
from importers.records import Exchange, Fidelity, Problem, Prompt, Reply
from importers.redaction import Redactor
from importers.routes import host_of, not_a_model_call, provider_of
from importers.wire import WireCheck

# A body tells most APIs by a field of their own; Anthropic's and Chat's `messages` come last, the vaguer one at the end.
APIS: tuple[Api, ...] = (openai_responses, anthropic_messages, openai_chat)
