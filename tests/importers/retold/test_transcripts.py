from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from importers.retold.transcripts import Conversation, body, message

steps = st.lists(
    st.text(max_size=5).map(lambda text: ("add", text)) | st.integers(0, 6).map(lambda n: ("keep", n))
)


@given(steps, st.integers(0, 8))
def test_the_array_is_that_of_the_messages(taken: list[tuple[str, str | int]], count: int) -> None:
    conversation, messages = Conversation(), list[str]()
    for step, argument in taken:
        if step == "add":
            conversation.add(json.dumps(argument).encode())
            messages.append(str(argument))
        else:
            conversation.keep(int(argument))
            del messages[int(argument) :]
    assert len(conversation) == len(messages)
    assert json.loads(bytes(conversation.array())) == messages
    count = min(count, len(messages))
    assert json.loads(bytes(conversation.array(count))) == messages[:count]


def test_a_request_carries_the_conversation() -> None:
    conversation = Conversation()
    conversation.add(message("user", [b'{"type":"text","text":"a"}']))
    fields = body("m", conversation, "input", more={"instructions": "i"})
    assert {name: json.loads(bytes(raw)) for name, raw in fields.items()} == {
        "model": "m",
        "instructions": "i",
        "input": [{"role": "user", "content": [{"type": "text", "text": "a"}]}],
    }
