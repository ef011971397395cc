"""LiteLLM: StandardLoggingPayload objects (one file a call, or batches) and rows of its SpendLogs.

The body is what the client sent, in OpenAI's form, not what went to the provider; long strings may have been
cut in the middle, so it is structural and never more. `prompt_tokens` includes tokens read and written.
`cache_hit` is LiteLLM's own response cache: such a call cost nothing and read no prompt cache. SpendLogs
often keep an empty `messages` and the body under `proxy_server_request`; their `metadata` is JSON in a
string.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from decimal import Decimal
from typing import Any

from importers.apis.shape import details, text
from importers.calls import Call
from importers.formats import Exchanges, Format
from importers.notations import chat_form
from importers.notations.decoding import encode, entries, outline
from importers.notations.times import seconds
from importers.reading import File
from importers.records import Fidelity, Problem, Record, Reply
from importers.retold import telemetry

_MODEL_CALLS = ("completion", "responses", "messages", "generate_content")
_APIS = {"responses": "openai-responses", "messages": "anthropic-messages"}

Payload = Mapping[str, Any]


def read(file: File, exchanges: Exchanges) -> Iterator[Record]:
    """One exchange a payload; embeddings and the like come out as problems."""
    for found in entries(file, "a logging payload or a spend row"):
        if isinstance(found, Problem):
            yield found
            continue
        line, payload = found
        kind = text(payload, "call_type") or "completion"
        if not kind.endswith(_MODEL_CALLS):
            yield Problem(
                source=file.name, line=line, kind="not-a-model-call", reason=f"{kind} asks no chat model"
            )
            continue
        exchange = exchanges.read(_call(file.name, line, payload, kind))
        if not isinstance(exchange, Problem):
            reply = replace(exchange.reply or Reply(), reported_cost=_cost(payload))
            hit = str(payload.get("cache_hit")).lower() == "true"
            vendor = telemetry.provider(text(payload, "custom_llm_provider") or exchange.provider)
            exchange = replace(exchange, reply=reply, provider=vendor, cached_response=hit)
        yield exchange


def _call(source: str, line: int | None, payload: Payload, kind: str) -> Call:
    failed = text(payload, "status") == "failure"
    code = text(details(payload, "error_information"), "error_code") or ""
    url = text(payload, "api_base") or text(details(payload, "hidden_params"), "api_base") or ""
    return Call(
        source=source,
        line=line,
        url="",
        body=encode(_body(payload)),
        fidelity=Fidelity.STRUCTURAL,
        status=(int(code) if code.isdecimal() and len(code) == 3 else 500) if failed else None,
        response=_response(payload),
        started_at=seconds(payload.get("startTime")),
        first_byte_at=seconds(payload.get("completionStartTime")),
        ended_at=seconds(payload.get("endTime")),
        api=next((api for end, api in _APIS.items() if kind.endswith(end)), None if url else "openai-chat"),
        id=text(payload, "id", "request_id"),
        conversation=text(payload, "session_id", "trace_id"),
    )


def _body(payload: Payload) -> dict[str, Any]:
    sent = chat_form.unpacked(payload.get("proxy_server_request"))
    sent = details(sent, "body") or sent if isinstance(sent, dict) else {}
    prompt = chat_form.unpacked(payload.get("messages"))
    body = {"model": text(payload, "model"), **details(payload, "model_parameters"), **sent}
    return {**body, "messages": prompt} if prompt else body


def _response(payload: Payload) -> bytes:
    answer = chat_form.unpacked(payload.get("response"))
    answer = answer if isinstance(answer, dict) else {}
    return encode({"id": text(payload, "id", "request_id"), **answer, "usage": _usage(payload, answer)})


def _usage(payload: Payload, answer: Payload) -> Mapping[str, Any]:
    metadata = chat_form.unpacked(payload.get("metadata"))
    kept = details(metadata, "usage_object") if isinstance(metadata, dict) else {}
    names = ("prompt_tokens", "completion_tokens", "total_tokens")
    return details(answer, "usage") or kept or {name: payload.get(name) for name in names}


def _cost(payload: Payload) -> Decimal | None:
    return telemetry.money(payload.get("response_cost", payload.get("spend")))


def sniff(head: bytes) -> float:
    """`call_type` beside the model's group or provider and LiteLLM's spelling of times."""
    found = outline(head)
    own = {"custom_llm_provider", "model_group", "spend", "proxy_server_request"} & found
    return 1.0 if own and {"call_type", "startTime"} <= found else 0.0


FORMAT = Format("litellm", sniff, read)
