"""What the reader of an API is: how its requests are known, what a body says, what a response says.

One module per API has these four names. The reader of exchanges asks them in turn and knows no provider
itself.
"""

from __future__ import annotations

from typing import Protocol

from importers.apis.blocks import Blocks
from importers.apis.json_text import Fields
from importers.records import Prompt, Reply


class Api(Protocol):
    """A module that reads one provider API."""

    NAME: str  # the name exchanges carry

    def claims(self, url: str, fields: Fields) -> bool:
        """Whether the URL is one of this API; without a URL, whether the body has its shape."""

    def prompt(self, url: str, fields: Fields, blocks: Blocks) -> Prompt:
        """The prompt of a request body. Raises `UnreadableError`."""

    def reply(self, response: bytes, blocks: Blocks) -> Reply:
        """What a response body says, JSON or stream. Raises `UnreadableError`."""
