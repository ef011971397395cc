from __future__ import annotations

from typing import Any

from app.prefix_stability.recognisers.media import pictures
from tests.app.prefix_stability.asking import only
from tests.talks import Talk, chat, prose, sent


def picture(seed: str) -> dict[str, Any]:
    return {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": seed * 80}}


def thought(words: str, signature: str = "Eqbc") -> dict[str, Any]:
    return {"type": "thinking", "thinking": words, "signature": signature}


def with_first(talk: Talk, *blocks: Any) -> Talk:
    return talk.with_message(0, *blocks, *talk.messages[0][1])


def test_a_picture_that_became_words_was_removed() -> None:
    talks = chat(3)
    shown = [with_first(talk, picture("ab")) for talk in talks]
    found = only(sent([*shown[:-1], with_first(talks[-1], "[picture stored]")]))
    assert (found.cause, found.path) == ("image-removed", "messages[0].content[0]")


def test_a_picture_in_an_old_message_was_added() -> None:
    talks = chat(3)
    found = only(sent([*talks[:-1], with_first(talks[-1], picture("ab"))]))
    assert (found.cause, found.rule) == ("image-added", "append-only")


def test_a_picture_of_other_bytes_changed() -> None:
    talks = chat(3)
    shown = [with_first(talk, picture("ab")) for talk in talks]
    found = only(sent([*shown[:-1], with_first(talks[-1], picture("ac"))]))
    assert (found.cause, found.path, found.offset) == (
        "image-changed",
        "messages[0].content[0].source.data",
        1,
    )


def test_a_thought_that_is_no_longer_sent_was_stripped() -> None:
    talks = chat(4)
    thinking = [
        talk.with_message(1, thought(prose(7)), prose(10)) if len(talk.messages) > 1 else talk
        for talk in talks
    ]
    found = only(sent([*thinking[:-1], talks[-1].with_message(1, prose(10))]))
    assert (found.cause, found.path) == ("thinking-stripped", "messages[1].content[0]")


def test_a_thought_under_another_signature() -> None:
    talks = chat(4)
    thinking = [
        talk.with_message(1, thought(prose(7)), prose(10)) if len(talk.messages) > 1 else talk
        for talk in talks
    ]
    found = only(sent([*thinking[:-1], talks[-1].with_message(1, thought(prose(7), "Erd0"), prose(10))]))
    assert (found.cause, found.offset) == ("signature-changed", 1)


def test_pictures_are_counted_inside_results() -> None:
    assert pictures({"type": "tool_result", "content": [picture("x"), {"type": "text", "text": "y"}]}) == 1
