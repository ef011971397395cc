import pytest

from pricing.names import Seller, is_local, maker_of, provider_name, provider_of_host, region_of, seller_of


@pytest.mark.parametrize(
    ("spelled", "name"),
    [
        ("vertex_ai", "google-vertex"),
        ("Bedrock", "aws"),
        ("xai", "x-ai"),
        ("ollama", ""),
        ("novita", "novita"),
    ],
)
def test_a_provider_has_one_spelling(spelled: str, name: str) -> None:
    assert provider_name(spelled) == name


@pytest.mark.parametrize(
    ("host", "provider"),
    [
        ("https://api.anthropic.com/v1/messages", "anthropic"),
        ("bedrock-runtime.us-east-1.amazonaws.com", "aws"),
        ("europe-west1-aiplatform.googleapis.com", "google-vertex"),
        ("my-team.openai.azure.com:443", "azure"),
        ("gateway.example.net", ""),
        ("", ""),
    ],
)
def test_a_known_host_tells_who_is_billed(host: str, provider: str) -> None:
    assert provider_of_host(host) == provider


@pytest.mark.parametrize(
    ("host", "local"),
    [
        ("127.0.0.1:8000", True),
        ("localhost", True),
        ("172.20.0.3", True),
        ("172.40.0.3", False),
        ("api.openai.com", False),
    ],
)
def test_ones_own_network_is_local(host: str, local: bool) -> None:
    assert is_local(host) is local


@pytest.mark.parametrize(
    ("provider", "model", "seller"),
    [
        ("azure", "azure/gpt-5.1", Seller("azure", "gpt-5.1")),
        ("openai", "openai/gpt-5.1", Seller("openai", "gpt-5.1")),
        ("groq", "openai/gpt-oss-120b", Seller("groq", "openai/gpt-oss-120b")),
        ("openrouter", "anthropic/claude-sonnet-4.5", Seller("openrouter", "anthropic/claude-sonnet-4.5")),
        ("google", "models/gemini-2.5-flash", Seller("google", "gemini-2.5-flash")),
        ("fireworks", "accounts/fireworks/models/glm-5p3", Seller("fireworks", "glm-5p3")),
    ],
)
def test_a_prefix_goes_only_where_it_names_the_seller(provider: str, model: str, seller: Seller) -> None:
    assert seller_of(provider, model) == seller


@pytest.mark.parametrize(
    ("model", "seller"),
    [
        ("claude-sonnet-4-6", Seller("anthropic", "claude-sonnet-4-6", True)),
        ("anthropic/claude-sonnet-4.5", Seller("anthropic", "claude-sonnet-4.5", True)),
        ("bedrock/us.anthropic.claude-opus-5", Seller("aws", "us.anthropic.claude-opus-5", True)),
        ("us.anthropic.claude-opus-5-v1:0", Seller("aws", "us.anthropic.claude-opus-5-v1:0", True)),
    ],
)
def test_without_a_provider_the_models_own_name_may_tell(model: str, seller: Seller) -> None:
    assert seller_of("", model) == seller


@pytest.mark.parametrize(
    "model", ["gpt-oss-120b", "llama-3.3-70b", "qwen3-max", "moonshotai/Kimi-K2", "glm-5.3", "sonnet"]
)
def test_weights_that_anybody_can_serve_have_no_seller_of_their_own(model: str) -> None:
    assert maker_of(model) == ""
    assert seller_of("", model) is None


def test_an_engine_on_ones_own_machine_sells_nothing() -> None:
    assert seller_of("", "openai/gpt-oss-20b", "127.0.0.1:8000") is None
    assert seller_of("ollama", "gemma3") is None


def test_a_closed_model_behind_a_local_proxy_is_its_makers() -> None:
    assert seller_of("", "claude-sonnet-5", "localhost:4000") == Seller("anthropic", "claude-sonnet-5", True)


def test_only_a_bound_vertex_endpoint_has_a_region() -> None:
    assert region_of("us-east5-aiplatform.googleapis.com") == "regional"
    assert region_of("aiplatform.googleapis.com") is None
    assert region_of("api.anthropic.com") is None
