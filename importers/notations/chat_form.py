"""Messages as frameworks and tracing tools write them, in the form of OpenAI Chat.

OpenTelemetry has `parts`, the AI SDK `tool-call` parts, LangChain `type: human` or constructor objects,
Langfuse puts all of it into strings. A prompt told in any of these is the same prompt, so it is brought into
one form before it becomes segments; what no rule here knows stays as it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from importers.apis.json_text import UnreadableError
from importers.apis.shape import details, text
from importers.notations.decoding import encode, value

_ROLES = {
    "human": "user",
    "humanmessage": "user",
    "ai": "assistant",
    "aimessage": "assistant",
    "aimessagechunk": "assistant",
    "model": "assistant",
    "agent": "assistant",
    "systemmessage": "system",
    "toolmessage": "tool",
    "function": "tool",
}
_CALLS = frozenset({"tool_call", "tool-call"})
_RESULTS = frozenset({"tool_call_response", "tool-result"})
_THOUGHTS = frozenset({"reasoning", "thinking"})

Message = dict[str, Any]


def unpacked(written: Any) -> Any:
    """The value of JSON that was put into a string, once or twice; anything else as it is."""
    while isinstance(written, str) and written[:1] in ("{", "[", '"'):
        try:
            written = value(written.encode("utf-8", "replace"))
        except UnreadableError:
            break
    return written


def messages(written: Any) -> list[Message]:
    """The messages in `written`: a list of them (or of such lists), one, an object that holds them, or bare
    text."""
    written = unpacked(written)
    if isinstance(written, str):
        return [{"role": "user", "content": written}] if written else []
    if isinstance(written, list):
        return [message for item in written for message in _in_list(item)]
    if not isinstance(written, dict):
        return []
    held = next((written[key] for key in ("messages", "prompt", "input") if key in written), None)
    if held is not None and "role" not in written:
        system = written.get("system")
        return [*([{"role": "system", "content": system}] if system else []), *messages(held)]
    return list(_message(written))


def tool(written: Any) -> dict[str, Any] | None:
    """A tool definition in Chat form; None where `written` is none."""
    written = unpacked(written)
    if not isinstance(written, dict):
        return None
    if isinstance(written.get("function"), dict):
        return written
    schemas = ("parameters", "parameters_json_schema", "input_schema", "inputSchema")
    schema = next((written[key] for key in schemas if key in written), None)
    function = {"name": written.get("name"), "description": written.get("description"), "parameters": schema}
    return {"type": "function", "function": {key: held for key, held in function.items() if held is not None}}


def tools(written: Any) -> list[dict[str, Any]]:
    """The tool definitions in a list, a mapping by name, or either of them in a string."""
    written = unpacked(written)
    if isinstance(written, dict):
        named = {name: unpacked(held) for name, held in written.items()}
        written = [{"name": name, **held} for name, held in named.items() if isinstance(held, dict)]
    return [found for item in written or () if (found := tool(item))] if isinstance(written, list) else []


def _in_list(item: Any) -> list[Message]:
    if isinstance(item, str):
        item = unpacked(item)
    return (
        messages(item)
        if isinstance(item, list | str)
        else list(_message(item))
        if isinstance(item, dict)
        else []
    )


def _message(written: Mapping[str, Any]) -> Iterator[Message]:
    written = _constructed(written)
    role = str(written.get("role") or written.get("type") or "user").lower()
    role = _ROLES.get(role, role)
    content = next(
        (written[key] for key in ("content", "parts", "text") if written.get(key) is not None), None
    )
    said, calls, thoughts, results = _parts(content)
    calls += [_call(call) for call in _written_calls(written)]
    thoughts += [thought for thought in (text(written, "reasoning_content", "reasoning"),) if thought]
    message: Message = {"role": role}
    if thoughts:
        message["reasoning_content"] = "".join(thoughts)
    if said is not None or not results:
        message["content"] = said
    if calls:
        message["tool_calls"] = calls
    answers = text(written, "tool_call_id", "toolCallId")
    if answers:
        message["tool_call_id"] = answers
    if len(message) > 1 and (said is not None or calls or thoughts or not results):
        yield message
    yield from results


def _constructed(written: Mapping[str, Any]) -> Mapping[str, Any]:
    """LangChain writes `{"type": "constructor", "id": [..., "HumanMessage"], "kwargs": {...}}`."""
    if written.get("type") == "constructor" and isinstance(written.get("id"), list):
        return {**details(written, "kwargs"), "role": str(written["id"][-1])}
    return written


def _parts(content: Any) -> tuple[Any, list[Message], list[str], list[Message]]:
    """What was said (text, or parts), the tools called, the thoughts, and the results answered."""
    if not isinstance(content, list):
        return content, [], [], []
    said: list[Any] = []
    calls: list[Message] = []
    thoughts: list[str] = []
    results: list[Message] = []
    for part in content:
        kind = text(part, "type") if isinstance(part, dict) else None
        if kind in _CALLS:
            calls.append(_call(part))
        elif kind in _RESULTS:
            results.append(_result(part))
        elif kind in _THOUGHTS:
            thoughts.append(text(part, "content", "text", "thinking", "reasoning") or "")
        elif kind == "text":
            said.append({"type": "text", "text": text(part, "text", "content") or ""})
        else:
            said.append(part)
    return said or None, calls, thoughts, results


def _written_calls(written: Mapping[str, Any]) -> list[Any]:
    held = written.get("tool_calls") or details(written, "additional_kwargs").get("tool_calls")
    return [call for call in held if isinstance(call, dict)] if isinstance(held, list) else []


def _call(call: Mapping[str, Any]) -> Message:
    function = details(call, "function")
    name = text(function, "name") or text(call, "function", "name", "toolName")
    sources = (function.get("arguments"), *(call.get(key) for key in ("arguments", "args", "input")))
    arguments: Any = next((held for held in sources if held is not None), {})
    written = arguments if isinstance(arguments, str) else encode(arguments).decode()
    function = {"name": name, "arguments": written}
    return {"id": text(call, "id", "toolCallId"), "type": "function", "function": function}


def _result(part: Mapping[str, Any]) -> Message:
    found = next((part[key] for key in ("response", "result", "output") if key in part), None)
    if isinstance(found, dict) and found.keys() == {"type", "value"}:
        found = found["value"]
    said = found if isinstance(found, str) else encode(found).decode()
    return {"role": "tool", "tool_call_id": text(part, "id", "toolCallId"), "content": said}
