import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.tokens import Count, Media, media_tokens
from app.tokens.media import page_tokens, picture_tokens


@pytest.mark.parametrize(
    ("model", "width", "height", "tokens"),
    [
        ("claude-sonnet-5", 200, 200, 64),
        ("claude-sonnet-5", 1000, 1000, 1296),
        ("claude-sonnet-5", 1092, 1092, 1521),
        ("claude-opus-4-7", 1928, 1928, 4761),
        ("claude-haiku-4-5", 1928, 1928, 1521),
        ("claude-haiku-4-5", 1568, 728, 1456),
        ("claude-haiku-4-5", 1920, 1080, 1560),
        ("gpt-5.5", 1024, 1024, 1229),
        ("gpt-4o", 1024, 1024, 765),
        ("gpt-4o", 2048, 4096, 1105),
        ("gpt-4o-mini", 512, 512, 2833 + 5667),
        ("gpt-5", 512, 512, 210),
        ("gpt-4.1-mini", 1024, 1024, 1659),
        ("gemini-2.5-flash", 384, 384, 258),
        ("gemini-2.5-flash", 1536, 768, 516),
    ],
)
def test_a_picture_costs_what_the_vendor_publishes(model, width, height, tokens):
    assert picture_tokens(width, height, model) == tokens


def test_gemini_3_asks_about_the_same_for_every_size():
    assert picture_tokens(100, 100, "gemini-3-pro") == picture_tokens(4000, 3000, "gemini-3-pro")


def test_a_picture_without_a_size_is_refused():
    with pytest.raises(ValueError, match="0 x 5"):
        picture_tokens(0, 5, "gpt-4o")


@given(st.integers(1, 20_000), st.integers(1, 20_000))
def test_no_picture_costs_claude_more_than_its_cap(width, height):
    assert 1 <= picture_tokens(width, height, "claude-sonnet-5") <= 4784
    assert 1 <= picture_tokens(width, height, "claude-sonnet-4-6") <= 1568


def test_sound_and_film_cost_by_the_second():
    assert media_tokens(Media(kind="audio", seconds=60), "gemini-3-pro") == Count(1920, "estimated")
    assert media_tokens(Media(kind="audio", seconds=60), "gpt-4o").tokens == 600
    assert media_tokens(Media(kind="video", seconds=2), "gemini-3-pro").tokens == 580


def test_a_pdf_costs_by_the_page():
    assert media_tokens(Media(kind="pdf", pages=3), "gemini-2.5-pro").tokens == 774
    assert media_tokens(Media(kind="pdf", pages=2), "claude-sonnet-5").tokens == 2 * page_tokens(
        "claude-sonnet-5"
    )
    assert 3000 < page_tokens("claude-sonnet-4-6") < 4000


def test_an_unknown_measure_is_a_typical_one():
    assert media_tokens(Media(kind="image"), "gpt-4o").tokens == 765
