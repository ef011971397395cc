import pytest

from importers.apis.hosts import host_of, provider_of, refusal


@pytest.mark.parametrize(
    ("url", "provider"),
    [
        ("https://api.anthropic.com/v1/messages", "anthropic"),
        ("https://api.openai.com/v1/responses", "openai"),
        ("https://me.openai.azure.com/openai/deployments/x", "azure"),
        ("https://generativelanguage.googleapis.com/v1beta", "google"),
        ("https://us-central1-aiplatform.googleapis.com/v1", "vertex"),
        ("https://aiplatform.googleapis.com/v1", "vertex"),
        ("https://bedrock-runtime.us-east-1.amazonaws.com/model/x/converse", "aws"),
        ("https://openrouter.ai/api/v1/chat/completions", "openrouter"),
        ("https://api.x.ai/v1", "xai"),
        ("https://api.z.ai/v1", "zai"),
        ("https://dashscope.aliyuncs.com/v1", "alibaba"),
        ("http://127.0.0.1:11434/v1", "local"),
        ("http://[::1]:8000/v1", "local"),
        ("http://192.168.1.20/v1", "local"),
        ("http://LOCALHOST:1234/v1", "local"),
        ("https://notx.ai/v1", ""),
        ("https://gateway.example.net/anthropic/v1/messages", ""),
        ("", ""),
        ("http://[broken", ""),
    ],
)
def test_a_host_tells_who_is_billed(url: str, provider: str) -> None:
    assert provider_of(host_of(url)) == provider


@pytest.mark.parametrize(
    ("method", "url", "kind"),
    [
        ("POST", "https://api.anthropic.com/v1/messages/count_tokens?beta=true", "count-tokens-call"),
        ("POST", "https://g.example/v1beta/models/gemini-3:countTokens", "count-tokens-call"),
        ("POST", "https://api.openai.com/v1/responses/input_tokens", "count-tokens-call"),
        ("POST", "https://api.openai.com/v1/embeddings", "not-a-model-call"),
        ("POST", "https://g.example/v1beta/cachedContents", "not-a-model-call"),
        ("GET", "https://api.openai.com/v1/models", "not-a-model-call"),
        ("DELETE", "https://api.anthropic.com/v1/files/file_1", "not-a-model-call"),
    ],
)
def test_a_call_that_asks_no_model_is_refused(method: str, url: str, kind: str) -> None:
    refused = refusal(method, url)
    assert refused is not None
    assert refused[0] == kind


@pytest.mark.parametrize(
    "url",
    ["", "https://api.anthropic.com/v1/messages?beta=true", "https://gateway.example/llm", "http://[broken"],
)
def test_a_call_that_may_ask_a_model_is_let_through(url: str) -> None:
    assert refusal("POST", url) is None
