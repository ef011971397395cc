from __future__ import annotations

import json
from typing import Any

import pytest

from importers.notations.chat_form import messages, tools

CALL = {"id": "c", "type": "function", "function": {"name": "look", "arguments": '{"at":"map"}'}}
ASKED = {"role": "assistant", "content": None, "tool_calls": [CALL]}
ANSWERED = {"role": "tool", "tool_call_id": "c", "content": "north"}


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("where?", [{"role": "user", "content": "where?"}]),
        ([{"role": "user", "content": "where?"}], [{"role": "user", "content": "where?"}]),
        ([[{"type": "human", "content": "where?"}]], [{"role": "user", "content": "where?"}]),
        ({"messages": [{"role": "user", "content": "where?"}]}, [{"role": "user", "content": "where?"}]),
        ({"prompt": "where?"}, [{"role": "user", "content": "where?"}]),
        (
            [{"lc": 1, "type": "constructor", "id": ["x", "HumanMessage"], "kwargs": {"content": "where?"}}],
            [{"role": "user", "content": "where?"}],
        ),
        (
            [{"role": "user", "parts": [{"type": "text", "content": "where?"}]}],
            [{"role": "user", "content": [{"type": "text", "text": "where?"}]}],
        ),
        ([{"role": "assistant", "content": None, "tool_calls": [CALL]}], [ASKED]),
        (
            [
                {
                    "role": "assistant",
                    "parts": [{"type": "tool_call", "id": "c", "name": "look", "arguments": {"at": "map"}}],
                }
            ],
            [ASKED],
        ),
        (
            [
                {
                    "role": "assistant",
                    "content": [
                        {"type": "tool-call", "toolCallId": "c", "toolName": "look", "input": {"at": "map"}}
                    ],
                }
            ],
            [ASKED],
        ),
        (
            [{"role": "tool", "parts": [{"type": "tool_call_response", "id": "c", "response": "north"}]}],
            [ANSWERED],
        ),
        (
            [
                {
                    "role": "tool",
                    "content": [
                        {
                            "type": "tool-result",
                            "toolCallId": "c",
                            "output": {"type": "text", "value": "north"},
                        }
                    ],
                }
            ],
            [ANSWERED],
        ),
        (
            [
                {
                    "role": "assistant",
                    "parts": [{"type": "reasoning", "content": "hm"}, {"type": "text", "content": "a"}],
                }
            ],
            [{"role": "assistant", "reasoning_content": "hm", "content": [{"type": "text", "text": "a"}]}],
        ),
        (None, []),
        (7, []),
    ],
)
def test_every_notation_tells_the_same_messages(written: Any, expected: Any) -> None:
    assert messages(written) == expected
    if isinstance(written, list | dict):
        assert messages(json.dumps(json.dumps(written))) == expected


@pytest.mark.parametrize(
    "written",
    [
        [{"type": "function", "function": {"name": "look", "parameters": {"type": "object"}}}],
        [{"name": "look", "parameters": {"type": "object"}}],
        ['{"name":"look","inputSchema":{"type":"object"}}'],
        {"look": {"input_schema": {"type": "object"}}},
        '[{"name": "look", "parameters_json_schema": {"type": "object"}}]',
    ],
)
def test_every_notation_tells_the_same_tool(written: Any) -> None:
    assert tools(written) == [
        {"type": "function", "function": {"name": "look", "parameters": {"type": "object"}}}
    ]
