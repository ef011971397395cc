from hypothesis import given
from hypothesis import strategies as st

from app.epochs.budget import CAP, MARGIN, UNLIMITED_ANSWER, answer_limit, budget, budget_of
from tests.app.lane_builder import family_of_prompts


def request_with(model: str = "claude-sonnet-5", **params: str):
    return family_of_prompts(["hello"], params=params).requests[0]


def test_a_budget_is_the_window_less_the_answer_and_a_margin():
    assert budget(200_000, 32_000).tokens == 200_000 - 32_000 - MARGIN


def test_a_budget_is_capped_however_large_the_window():
    found = budget(1_000_000, 32_000)
    assert (found.tokens, found.clear_from, found.summarise_from) == (256_000, 179_200, 204_800)


def test_a_request_without_a_limit_gets_room_for_an_answer():
    assert budget(100_000).tokens == 100_000 - UNLIMITED_ANSWER - MARGIN


def test_the_answer_is_limited_in_the_words_of_each_api():
    assert answer_limit(request_with(max_tokens="4096")) == 4096
    assert answer_limit(request_with(max_completion_tokens="50")) == 50
    assert answer_limit(request_with(max_output_tokens="60")) == 60
    assert answer_limit(request_with(generationConfig='{"maxOutputTokens":70}')) == 70
    assert answer_limit(request_with(inferenceConfig='{"maxTokens":80}')) == 80


def test_a_limit_that_is_no_number_is_none():
    assert answer_limit(request_with(max_tokens='"many"')) is None
    assert answer_limit(request_with(generationConfig="[]")) is None
    assert answer_limit(request_with()) is None


def test_a_model_with_a_published_window_has_a_budget():
    assert budget_of(request_with(max_tokens="32000")).tokens == CAP


def test_a_model_whose_window_nobody_published_has_no_budget():
    family = family_of_prompts(["hello"], model="house-model-1")
    assert budget_of(family.requests[0]) is None


@given(st.integers(0, 10**7), st.none() | st.integers(0, 10**6))
def test_lines_rise_and_stay_within_the_cap(window, answer):
    found = budget(window, answer)
    assert 0 <= found.clear_from <= found.summarise_from <= found.tokens <= min(CAP, window)
