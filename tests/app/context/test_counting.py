import asyncio
import socket

import pytest

from app.context import (
    ApproxTokenCounter,
    Message,
    PrefixContext,
    TiktokenCounter,
    ToolCall,
    WorkingContext,
    estimate_message_tokens,
)
from app.tokens import vocabularies

CALL = Message("assistant", "", tool_calls=(ToolCall("k7", "readlog", {"file": "server1.log", "from": 208}),))
TRANSCRIPT = [
    Message("user", "read this file"),
    CALL,
    Message("tool", "bytes = 2,026-08-01", name="readlog", tool_call_id="k7"),
]


def test_an_empty_transcript_is_free():
    assert estimate_message_tokens([]) == 0
    assert asyncio.run(WorkingContext().tokens()) == 0


def test_a_call_counts_although_its_message_has_no_text():
    assert estimate_message_tokens([CALL]) == 19


def test_all_estimates_agree():
    assert estimate_message_tokens(TRANSCRIPT) == 37
    assert asyncio.run(ApproxTokenCounter().estimate(TRANSCRIPT)) == 37
    context = WorkingContext(messages=TRANSCRIPT)
    assert asyncio.run(context.tokens()) == 37


def test_a_context_counts_its_prefix_too():
    context = WorkingContext(prefix=PrefixContext("x" * 37)).append(Message("user", "y" * 34))
    assert context.size() == 1
    assert asyncio.run(context.tokens()) == 25


def test_empty_messages_still_have_a_frame():
    assert estimate_message_tokens([Message("user", "")] * 500) == 2000


def test_arguments_dominate_a_transcript_of_calls():
    calls = [
        Message("assistant", "", tool_calls=(ToolCall(f"c{i}", "write", {"text": "x" * 4055}),))
        for i in range(80)
    ]
    assert estimate_message_tokens(calls) > 80_000


def test_arguments_that_json_does_not_know_are_counted_by_their_text():
    assert (
        estimate_message_tokens([Message("assistant", "", tool_calls=(ToolCall("", "", {"at": {1}}),))]) > 8
    )


def test_an_argument_text_that_is_no_object_counts_as_it_is():
    assert estimate_message_tokens([Message("assistant", "", tool_calls=(ToolCall("", "", "x" * 40),))]) == 18


def test_letters_of_other_scripts_count_as_characters_not_as_escapes():
    call = ToolCall("", "", {"q": "é" * 40})
    assert estimate_message_tokens([Message("assistant", "", tool_calls=(call,))]) == 8 + 49 // 4


def test_tiktoken_counts_the_same_things_by_its_vocabulary():
    assert asyncio.run(TiktokenCounter("gpt-4o").estimate([Message("user", "hello world")])) == 2 + 4


def test_tiktoken_never_opens_a_connection(monkeypatch):
    def refuse(*args, **kwargs):
        raise AssertionError("opened a connection")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    vocabularies.vocabulary.cache_clear()
    assert asyncio.run(TiktokenCounter().estimate([Message("user", "hello world")])) == 6


@pytest.mark.parametrize("model", ["claude-sonnet-4-6", "a-model-nobody-knows"])
def test_a_model_without_a_public_vocabulary_is_approximated(model):
    assert asyncio.run(TiktokenCounter(model).estimate(TRANSCRIPT)) == 37


def test_without_the_vocabulary_files_the_count_is_approximate(monkeypatch):
    monkeypatch.setattr(vocabularies, "packaged", lambda name: b"damaged")
    vocabularies.vocabulary.cache_clear()
    assert asyncio.run(TiktokenCounter().estimate(TRANSCRIPT)) == 37
    vocabularies.vocabulary.cache_clear()
