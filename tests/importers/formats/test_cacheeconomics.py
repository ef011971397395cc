from __future__ import annotations

import json

from importers import registry
from importers.formats import cacheeconomics
from tests.importers.formats.conftest import RecordingExchanges, Write

ROW = {
    "request_id": "r",
    "sent_at": "2025-11-30T10:53:20Z",
    "model": "m",
    "agent": "a",
    "session": "s",
    "ttl_requested": "5m",
    "status": 200,
    "segments": [{"id": "hmac:0", "tokens": 9, "cache_marked": True}],
    "usage": {"input_tokens": 9, "cache_creation_input_tokens": 90},
}
RECORD = {
    "artifact": "prompt-tokens-semantics",
    "model": "m",
    "calls": [
        {"path": "sdk", "at": "2025-11-30T10:53:20Z", "usage": {"input_tokens": 9}},
        {"path": "litellm", "at": "2025-11-30T10:53:21Z", "usage": {"prompt_tokens": 99}},
    ],
}


def test_a_row_is_a_call_without_text(write: Write, exchanges: RecordingExchanges) -> None:
    file = write([ROW])
    assert registry.recognise(file) is cacheeconomics.FORMAT
    list(cacheeconomics.read(file, exchanges))
    call = exchanges.calls[0]
    assert (call.body, call.conversation, call.builder, call.started_at) == (b"", "s", "a", 1764500000)
    assert exchanges.answer(0) == {"id": "r", "model": "m", "usage": ROW["usage"]}


def test_the_evidence_record_tells_each_call_s_api(write: Write, exchanges: RecordingExchanges) -> None:
    file = write(json.dumps(RECORD, indent=1))
    assert registry.recognise(file) is cacheeconomics.FORMAT
    list(cacheeconomics.read(file, exchanges))
    assert [call.api for call in exchanges.calls] == ["anthropic-messages", "openai-chat"]
    assert [exchanges.answer(i)["model"] for i in (0, 1)] == ["m", "m"]
