from importers.records import Segment
from pricing.usage import Usage
from tests.app.caches.made import asked, block, played, reads

DEEP = {"provider": "deepseek", "model": "deepseek-chat"}


def test_a_common_head_is_read_from_the_third_prompt_on() -> None:
    exchanges = [asked(60.0 * n, block("a"), block(end), **DEEP) for n, end in enumerate("bcd")]
    predictions = played(exchanges)
    assert [p.read for p in predictions] == [0, 0, 960]
    assert predictions[1].reason == "unit-incomplete"


def test_the_reply_is_read_with_the_prompt_it_answers() -> None:
    reply: Segment = block("reply", role="assistant")
    first = asked(0, block("a"), reply=(reply,), usage=Usage(input_tokens=1000, output_tokens=280), **DEEP)
    second = asked(60, block("a"), reply, block("b"), **DEEP)
    assert reads([first, second])[1] == 1280


def test_a_reply_that_was_replayed_differently_is_not_read() -> None:
    said, replayed = block("said", role="assistant"), block("replayed", role="assistant")
    first = asked(0, block("a"), reply=(said,), **DEEP)
    assert reads([first, asked(60, block("a"), replayed, block("b"), **DEEP)])[1] == 960
