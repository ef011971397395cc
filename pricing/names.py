"""Who sells a model, and what it is called there: names as logs write them, brought into one spelling.

The same model is `claude-sonnet-4-5` at its maker, `us.anthropic.claude-sonnet-4-5-20250929-v1:0` on
Bedrock, `anthropic/claude-sonnet-4.5` at a router and `bedrock/us.anthropic...` in a gateway's
configuration, and each seller has a price of its own. So a price is asked for by seller and name. Where a
log names no seller, the host does; where neither does, the model may, but only if its maker alone decides
the price: weights that anybody can serve are worth nothing in particular on a host nobody knows.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

_SYNONYMS = {
    "anthropic": ("claude", "aws-claude-platform"),
    "aws": ("bedrock", "aws-bedrock", "amazon-bedrock", "bedrock-converse", "amazon"),
    "azure": ("azure-openai", "azure-ai", "azure-foundry", "azure-foundry-claude", "foundry"),
    "google": ("gemini", "google-ai", "google-genai", "google-gla"),
    "google-vertex": ("vertex", "vertex-ai", "vertexai", "google-vertex-anthropic"),
    "x-ai": ("xai", "grok"),
    "moonshotai": ("moonshot", "kimi"),
    "alibaba": ("dashscope", "qwen", "qwencloud", "qwen-ai-platform", "aliyun"),
    "zai": ("z.ai", "z-ai"),
    "zhipuai": ("zhipu", "bigmodel"),
    "together": ("together-ai", "togetherai"),
    "fireworks": ("fireworks-ai",),
    "mistral": ("mistralai", "mistral-ai"),
    "openrouter": ("open-router",),
    "github-copilot": ("copilot",),
    "": (
        "local",
        "localhost",
        "ollama",
        "lmstudio",
        "lm-studio",
        "llamacpp",
        "llama.cpp",
        "mlx",
        "unknown",
        "custom",
    ),
}
_CANONICAL = {synonym: name for name, synonyms in _SYNONYMS.items() for synonym in synonyms}

# What may stand before a model's name to say who sold it. Organisations that publish weights are left out on
# purpose: `moonshotai/Kimi-K2` on an unknown host says who made the weights, not who sold the tokens.
_CLOSED_MAKERS = {"anthropic", "openai", "google", "x-ai", "deepseek"}
_RESELLERS = {"aws", "azure", "google-vertex", "openrouter", "groq", "together", "fireworks"}
_PREFIXES = _CLOSED_MAKERS | _RESELLERS

_HOSTS = (
    (r"(^|\.)api\.anthropic\.com$|^aws-external-anthropic\..*\.api\.aws$", "anthropic"),
    (r"(^|\.)api\.openai\.com$|^chatgpt\.com$", "openai"),
    (r"\.(openai|services\.ai|cognitiveservices)\.azure\.com$|\.azure-api\.net$", "azure"),
    (r"^generativelanguage\.googleapis\.com$", "google"),
    (r"aiplatform\.([a-z-]+\.rep\.)?googleapis\.com$", "google-vertex"),
    (r"^bedrock[a-z-]*\..*\.(amazonaws\.com|api\.aws)$", "aws"),
    (r"(^|\.)openrouter\.ai$", "openrouter"),
    (r"(^|\.)deepseek\.com$", "deepseek"),
    (r"(^|\.)api\.x\.ai$", "x-ai"),
    (r"(^|\.)moonshot\.(ai|cn)$|(^|\.)kimi\.(com|ai)$", "moonshotai"),
    (r"^dashscope[a-z-]*\.aliyuncs\.com$", "alibaba"),
    (r"(^|\.)api\.z\.ai$", "zai"),
    (r"(^|\.)bigmodel\.cn$", "zhipuai"),
    (r"(^|\.)minimaxi?\.(com|io)$", "minimax"),
    (r"(^|\.)api\.mistral\.ai$", "mistral"),
    (r"(^|\.)api\.groq\.com$", "groq"),
    (r"(^|\.)fireworks\.ai$", "fireworks"),
    (r"(^|\.)together\.(xyz|ai)$", "together"),
)
_LOCAL_HOST = re.compile(
    r"^(localhost|127\.|0\.0\.0\.0|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|\[?::1)|\.local$|^host\.docker\.internal"
)
_MAKERS = (
    (r"^(arn:aws:.*|[a-z-]+\.)?anthropic\.claude-", "aws"),
    (r"^claude-", "anthropic"),
    (r"^gpt-oss", ""),
    (r"^(gpt-\d|chatgpt-|codex-|o[134](-|$))", "openai"),
    (r"^gemini-", "google"),
    (r"^grok-\d", "x-ai"),
)


@dataclass(frozen=True, slots=True)
class Seller:
    """Who is billed for a model and its name there; `guessed` when only the model's name says so."""

    provider: str
    model: str
    guessed: bool = False


def provider_name(provider: str) -> str:
    """The one spelling of a provider's name; empty for none and for engines on one's own machine."""
    name = provider.strip().lower().replace("_", "-")
    return _CANONICAL.get(name, name)


def host_name(host: str) -> str:
    """The host without scheme, port and path, in lower case."""
    bare = re.sub(r"^[a-z]+://", "", host.strip().lower()).split("/", 1)[0]
    return re.sub(r":\d+$", "", bare)


@lru_cache(maxsize=4096)
def provider_of_host(host: str) -> str:
    """The provider that answers at `host`, or empty when nobody known does."""
    name = host_name(host)
    return next((provider for pattern, provider in _HOSTS if name and re.search(pattern, name)), "")


def is_local(host: str) -> bool:
    """Whether `host` is this machine or its private network."""
    return bool(_LOCAL_HOST.search(host_name(host)))


def maker_of(model: str) -> str:
    """The only seller whose price a model of this name can have, or empty when several or none could."""
    name = _bare(model).rsplit("/", 1)[-1]
    return next((provider for pattern, provider in _MAKERS if re.match(pattern, name)), "")


def seller_of(provider: str, model: str, host: str = "") -> Seller | None:
    """Who sold `model`, as far as provider, host and the name itself tell; None when they do not."""
    named = provider_name(provider) or provider_of_host(host)
    prefix, plain = _split_prefix(model)
    if named:
        return Seller(named, plain if prefix == named else _bare(model))
    if prefix and not is_local(host):
        return Seller(prefix, plain, guessed=True)
    maker = maker_of(model)
    return Seller(maker, _bare(model).rsplit("/", 1)[-1], guessed=True) if maker else None


@lru_cache(maxsize=4096)
def region_of(host: str) -> str | None:
    """`regional` for a Vertex endpoint bound to a region, which costs more than the global one; else None."""
    bound = provider_of_host(host) == "google-vertex" and host_name(host) != "aiplatform.googleapis.com"
    return "regional" if bound else None


def _bare(model: str) -> str:
    name = model.strip().lower()
    return re.sub(r"^(projects/.*/)?(publishers/[^/]+/|accounts/[^/]+/)?models/", "", name)


def _split_prefix(model: str) -> tuple[str, str]:
    name = _bare(model)
    head, slash, rest = name.partition("/")
    prefix = provider_name(head)
    return (prefix, _bare(rest)) if slash and prefix in _PREFIXES else ("", name)
