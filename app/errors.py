"""What stops an answer and is no mistake of ours."""

from __future__ import annotations


class UserError(Exception):
    """The message is one line for the user: what is wrong, where, and where possible what to do."""
