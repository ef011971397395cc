"""Who is billed for a call, by its host, and which calls are no model requests at all."""

from __future__ import annotations

import ipaddress
from functools import lru_cache
from urllib.parse import urlsplit

# Ends of host names, the more special one first.
_PROVIDERS = (
    (".api.anthropic.com", "anthropic"),
    (".claude.ai", "anthropic"),
    (".openai.azure.com", "azure"),
    (".cognitiveservices.azure.com", "azure"),
    (".services.ai.azure.com", "azure"),
    (".models.ai.azure.com", "azure"),
    (".api.openai.com", "openai"),
    (".chatgpt.com", "openai"),
    (".aiplatform.googleapis.com", "vertex"),
    ("-aiplatform.googleapis.com", "vertex"),
    (".googleapis.com", "google"),
    (".amazonaws.com", "aws"),
    (".openrouter.ai", "openrouter"),
    (".deepseek.com", "deepseek"),
    (".x.ai", "xai"),
    (".mistral.ai", "mistral"),
    (".cohere.com", "cohere"),
    (".cohere.ai", "cohere"),
    (".moonshot.ai", "moonshot"),
    (".moonshot.cn", "moonshot"),
    (".z.ai", "zai"),
    (".bigmodel.cn", "zai"),
    (".minimax.io", "minimax"),
    (".minimaxi.com", "minimax"),
    (".minimax.chat", "minimax"),
    (".groq.com", "groq"),
    (".together.xyz", "together"),
    (".together.ai", "together"),
    (".fireworks.ai", "fireworks"),
    (".aliyuncs.com", "alibaba"),
    (".cline.bot", "cline"),
)

_COUNTING = ("/count_tokens", ":counttokens", "/count-tokens", "/input_tokens", "/tokenize", ":computetokens")
_OTHER = (
    "/embeddings",
    "/embed",
    ":embedcontent",
    ":batchembedcontents",
    "/moderations",
    "/rerank",
    "/models",
    "/files",
    "/batches",
    "/images/",
    "/audio/",
    "/cachedcontents",
    "/event_logging",
    "/telemetry",
)

_for_few = lru_cache(maxsize=256)  # a log asks the same few hosts again and again


@_for_few
def host_of(url: str) -> str:
    """The host of a URL in lower case, without its port; "" where there is none."""
    try:
        return urlsplit(url).hostname or ""
    except ValueError:
        return ""


@_for_few
def provider_of(host: str) -> str:
    """The provider behind a host, "local" for one's own machine or network, "" when it cannot be told."""
    if (
        host in ("localhost", "host.docker.internal")
        or host.endswith((".local", ".localhost"))
        or _private(host)
    ):
        return "local"
    return next((name for end, name in _PROVIDERS if f".{host}".endswith(end)), "")


def _private(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_private
    except ValueError:
        return False


@_for_few
def refusal(method: str, url: str) -> tuple[str, str] | None:
    """Kind and reason where a call is no request to a model; None where it may be one."""
    path = url.partition("?")[0].rstrip("/").lower()
    if path.endswith(_COUNTING):
        return "count-tokens-call", "counts tokens; no model is asked"
    if (
        method.upper() != "POST"
        or path.endswith(_OTHER)
        or any(part in path for part in _OTHER if part[-1] == "/")
    ):
        return "not-a-model-call", f"{method} {path or 'without a URL'} asks no model"
    return None
