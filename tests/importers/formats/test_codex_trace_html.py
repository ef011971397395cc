from __future__ import annotations

import json
from typing import Any

from importers import registry
from importers.formats import codex_trace_html
from importers.records import Fidelity, Problem
from tests.importers.formats.conftest import RecordingExchanges, Write

PAGE = "<html>\n<script>value?.RENDER</script>\n</html>\n<!--\n"
BODY = {
    "model": "gpt-5-codex",
    "instructions": "i",
    "input": [{"n": 1}],
    "reasoning": {"effort": "low", "summary": "auto"},
}


def node(label: str, raw: dict[str, Any]) -> str:
    children = [{"RENDER": True, "label": "tools: "}, {"RENDER": True, "label": "[raw json]", "content": raw}]
    return json.dumps({"RENDER": True, "label": label, "content": children})


def answer(name: str) -> str:
    event = {"type": "response.completed", "response": {"id": name, "created_at": 1764500005}}
    return node("[11:53:26] response.completed", event)


def test_bodies_are_put_together_from_what_changed(write: Write, exchanges: RecordingExchanges) -> None:
    changed = {"input+": [{"n": 2}], "*reasoning": {"-effort": None}, "-instructions": "i"}
    lines = [node("[11:53:20] POST", BODY), answer("r1"), node("[11:53:30] POST", changed), answer("r2")]
    file = write(PAGE + "\n".join(lines))
    assert registry.recognise(file) is codex_trace_html.FORMAT
    list(codex_trace_html.read(file, exchanges))
    assert exchanges.body(0) == BODY
    assert exchanges.body(1) == {
        "model": "gpt-5-codex",
        "input": [{"n": 1}, {"n": 2}],
        "reasoning": {"summary": "auto"},
    }
    assert [exchanges.answer(i)["id"] for i in (0, 1)] == ["r1", "r2"]
    assert [call.line for call in exchanges.calls] == [5, 7]
    assert exchanges.calls[0].fidelity is Fidelity.STRUCTURAL


def test_the_label_s_time_is_moved_into_the_response_s_zone(
    write: Write, exchanges: RecordingExchanges
) -> None:
    list(codex_trace_html.read(write(PAGE + node("[11:53:20] POST", BODY) + "\n" + answer("r1")), exchanges))
    assert exchanges.calls[0].started_at == 1764500000


def test_a_request_without_answer_counts(write: Write, exchanges: RecordingExchanges) -> None:
    lines = [node("[11:53:20] POST", BODY), "{bad", node("[11:53:21] POST", {"input+": []})]
    found = list(codex_trace_html.read(write(PAGE + "\n".join(lines) + "\n-->"), exchanges))
    assert [call.response for call in exchanges.calls] == [None, None]
    assert [(p.line, p.kind) for p in found if isinstance(p, Problem)] == [(6, "bad-json")]


def test_a_time_of_day_or_a_moment_that_is_none_is_unknown(
    write: Write, exchanges: RecordingExchanges
) -> None:
    late = node("[11:53:26] done", {"type": "response.completed", "response": {"created_at": 10**30}})
    lines = [node("[11:53:20] POST", BODY), late, node("[99:99:99] POST", {"input+": []}), answer("r2")]
    list(codex_trace_html.read(write(PAGE + "\n".join(lines)), exchanges))
    assert [call.started_at for call in exchanges.calls] == [None, None]
