from pricing.windows import context_window


def test_a_published_window_is_known_by_any_spelling_of_the_model():
    assert context_window("anthropic", "claude-opus-4-5-20251101") == 200_000
    assert context_window("", "claude-opus-4-5", "api.anthropic.com") == 200_000


def test_a_model_that_nobody_published_has_no_window():
    assert context_window("anthropic", "house-model-1") is None
    assert context_window("", "") is None
