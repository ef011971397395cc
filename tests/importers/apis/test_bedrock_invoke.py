import base64
import json

from importers.apis import anthropic_messages
from importers.apis import bedrock_invoke as api
from importers.apis.json_text import fields_of
from tests.importers.apis.test_anthropic_replies import EVENTS
from tests.importers.apis.test_eventstream import frame

URL = "https://bedrock-runtime.us-east-1.amazonaws.com/model/anthropic.claude-3-v1%3A0/invoke"
BODY = {
    "anthropic_version": "bedrock-2023-05-31",
    "system": "be brief",
    "messages": [{"role": "user", "content": "hi"}],
}


def test_the_body_is_anthropics_and_the_model_stands_in_the_url(read) -> None:
    prompt = read(api, BODY, URL)
    assert prompt.model == "anthropic.claude-3-v1:0"
    assert prompt.segments == read(anthropic_messages, BODY).segments


def test_other_vendors_bodies_are_not_claimed() -> None:
    assert api.claims(URL, fields_of(json.dumps(BODY).encode()))
    assert not api.claims(
        URL.replace("anthropic.claude-3-v1", "amazon.titan"), fields_of(b'{"inputText":"a"}')
    )


def test_wrapped_events_are_read_like_plain_ones(answer, stream) -> None:
    wrapped = [{"bytes": base64.b64encode(json.dumps(event).encode()).decode()} for event in EVENTS]
    reply = answer(api, b"".join(frame("chunk", payload) for payload in wrapped))
    plain = answer(anthropic_messages, stream(*EVENTS))
    assert [s.digest for s in reply.segments] == [s.digest for s in plain.segments]
    assert (reply.usage, reply.id, reply.complete) == (plain.usage, "msg_1", True)
