import pytest

from app.tokens import family_of


@pytest.mark.parametrize(
    ("model", "family"),
    [
        ("gpt-4o", "o200k"),
        ("openai/gpt-5.2-2026-01-05", "o200k"),
        ("openai.gpt-oss-120b-1:0", "o200k"),
        ("ft:gpt-4o-mini:acme", "o200k"),
        ("o3", "o200k"),
        ("gpt-4-turbo", "cl100k"),
        ("gpt-35-turbo", "cl100k"),
        ("gpt-6-mini", "openai"),
        ("claude-opus-4-7", "claude-5"),
        ("anthropic/claude-opus-4.8", "claude-5"),
        ("us.anthropic.claude-haiku-5-5-20260101-v1:0", "claude-5"),
        ("claude-haiku-4-5-20251001", "claude"),
        ("claude-sonnet-4-20250514", "claude"),
        ("claude-3-5-sonnet-20241022", "claude"),
        ("models/gemini-3-pro", "gemini"),
        ("deepseek-chat", "deepseek"),
        ("Qwen3-Max", "any"),
        ("foo1", "any"),
        ("", "any"),
        (None, "any"),
    ],
)
def test_a_raw_model_name_leads_to_its_tokenizer(model, family):
    assert family_of(model).name == family


def test_only_published_vocabularies_are_named():
    exact = {family_of(model).vocabulary for model in ("gpt-4o", "gpt-4", "gpt-6", "claude-sonnet-5", None)}
    assert exact == {"o200k_base", "cl100k_base", None}
