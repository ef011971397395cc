from __future__ import annotations

import pytest

from importers.apis.answers import answer_of
from importers.apis.blocks import Blocks
from importers.apis.json_text import UnreadableError

KEY = "sk-proj-0123456789abcdefghijkl"


def test_json_is_complete_and_what_is_said_holds_no_secret(blocks: Blocks) -> None:
    answer, said, complete = answer_of(b'{"text":"%s"}' % KEY.encode(), blocks, None)
    assert (answer["text"], complete) == (KEY, True)
    assert KEY not in said["text"]


def test_a_stream_is_what_it_adds_up_to_and_may_be_cut(blocks: Blocks) -> None:
    answer, said, complete = answer_of(b"data: ...", blocks, lambda response: ({"text": KEY}, False))
    assert (answer["text"], complete) == (KEY, False)
    assert KEY not in said["text"]


def test_a_list_says_nothing_and_a_torn_text_cannot_be_read(blocks: Blocks) -> None:
    assert answer_of(b"[]", blocks, None) == ({}, {}, True)
    with pytest.raises(UnreadableError):
        answer_of(b'{"text":', blocks, None)
