"""Caches that store prompts in units, each of which is read whole or not at all.

A unit ends where a prompt ends, where the reply to it ends, and where two prompts were seen to part. So of A+B
and A+C the second reads nothing; but now A is a unit, and A+D reads it.
"""

from __future__ import annotations

from app.caches.asked import Asked, Outcome
from app.caches.entries import Entries
from app.caches.prefixes import in_chunks
from app.caches.rendering import Rendering
from app.caches.touches import Touches
from app.requests import Request
from app.trie import ROOT, Trie


class UnitCaches:
    """Every cache of this kind that a log speaks of."""

    def __init__(self, rendering: Rendering) -> None:
        self._rendering = rendering
        self._sent = Touches(rendering.trie)
        self._units: Entries[int] = Entries()

    def serve(self, asked: Asked) -> Outcome:
        """What a request reads; what it adds is there for those that come once it is visible."""
        common = self._sent.deepest(asked.view.end, float("-inf"))
        shared = common.node if common else ROOT
        node = shared
        while node != ROOT and not self._units.live(node, asked.at):
            node = self._rendering.trie.parent[node]
        read = in_chunks(asked.size(node), asked)
        shortfall = None if node == shared else self._shortfall(asked, shared)
        until = asked.until(asked.kept)
        reply_end = asked.view.at(after_reply(self._rendering.prompts, asked.request))
        for stored in (asked.view.end, reply_end, shared, node):
            self._units.store(stored, asked.at, asked.visible_at, until)
        self._sent.touch(reply_end, until, asked.number)
        return Outcome(read=read, read_at=node, shortfall=shortfall)

    def _shortfall(self, asked: Asked, shared: int) -> str:
        life = self._units.get(shared)
        if life is None:
            return "unit-incomplete"
        return "ttl-expired" if life.until < asked.at else "concurrent-write"


def after_reply(prompts: Trie, request: Request) -> int:
    """The node where a prompt and its reply end; the prompt's own where no later prompt carried the reply on."""
    node = request.prompt
    for block in request.reply:
        further = prompts.child(node, block)
        if further is not None:
            node = further
        elif node != request.prompt:
            return request.prompt
        # else reasoning, which comes first and is often left out of the history
    return node
