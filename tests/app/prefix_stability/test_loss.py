from __future__ import annotations

from dataclasses import replace

import pytest

from tests.app.prefix_stability.asking import breaks, only
from tests.talks import Talk, chat, prose, sent


def test_new_text_is_not_lost() -> None:
    talks = chat(5)
    short = Talk().says("user", f"What happened so far: {prose(300, 900)}").says("assistant", "Understood.")
    family = sent([*talks, replace(short, messages=(*short.messages, *talks[-1].messages[-1:]))])
    found = only(family)
    last = len(talks[-1].messages[-1][1][0]["text"]) / 3
    assert found.lost_tokens == pytest.approx(last, rel=0.3)


def test_what_stands_elsewhere_now_was_held_before() -> None:
    talks = chat(4)
    found = only(sent([*talks[:-1], replace(talks[-1], tools=talks[-1].tools[::-1])]))
    assert found.lost_tokens is not None
    assert found.lost_tokens > 3000


def test_a_change_behind_costs_what_stands_behind_it() -> None:
    talks = chat(5)
    now = replace(talks[-1], system=(f"{talks[-1].system[0]} Edited.",)).with_message(
        4, f"{prose(21)} and more"
    )
    found = only(sent([*talks[:-1], now], "chat"))
    (behind,) = found.behind
    assert behind.path == "messages[5].content[0].text"
    assert found.lost_tokens is not None
    assert behind.lost_tokens is not None
    assert 0 < behind.lost_tokens < found.lost_tokens / 3


def test_a_picture_of_unknown_size_does_not_hide_the_history() -> None:
    picture = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "ab" * 900}}
    talks = [
        talk.with_message(2, picture, *talk.messages[2][1]) if i > 0 else talk
        for i, talk in enumerate(chat(4))
    ]
    gone = talks[-1].with_message(2, "[picture]", *talks[-1].messages[2][1][1:])
    (found,) = breaks(sent([*talks[:-1], gone]))
    assert found.cause == "image-removed"
    assert found.lost_tokens is not None
    assert found.lost_tokens > 300
