import json

import pytest

from tests.app.trace_lines import HEADER, step

TURNS = [f"message {n}: " + "word " * 40 for n in range(9)]
KEYS = {
    *("conversation", "first", "last", "tier", "tokens_before", "tokens_after", "freed_tokens"),
    *("rewritten_tokens", "cost_usd", "summary_call_usd", "breaks_even_at", "declared"),
}


@pytest.fixture
def log(trace):
    return trace(
        [
            HEADER,
            *step(1, TURNS[:7], input_tokens=600, cache_read_input_tokens=0),
            {"type": "event", "event": "compaction"},
            *step(2, TURNS[4:7], input_tokens=300, cache_read_input_tokens=0),
        ]
    )


def test_json_has_the_keys_of_the_contract_and_no_other(coldbyte, log):
    code, out, _ = coldbyte("epochs", log, "--json")
    answer = json.loads(out)
    assert (code, set(answer)) == (0, {"epochs", "input"})
    assert [set(epoch) for epoch in answer["epochs"]] == [KEYS, KEYS]


def test_an_open_epoch_has_no_end_to_tell_of(coldbyte, log):
    closed, still_open = json.loads(coldbyte("epochs", log, "--json")[1])["epochs"]
    assert (closed["tier"], closed["tokens_before"], closed["tokens_after"], closed["freed_tokens"]) == (
        *("window", 600, 300),
        300,
    )
    assert still_open["tier"] == "none"
    assert still_open["tokens_after"] is still_open["cost_usd"] is still_open["breaks_even_at"] is None


def test_text_tells_the_end_the_price_and_the_budget(coldbyte, log):
    code, out, err = coldbyte("epochs", log)
    assert code == 0
    assert "window, declared" in out
    assert "still open" in out
    assert "history shrank once" in out
    assert "budget 256k; clear from 179k (70 %), sum up from 205k (80 %)" in err


def test_a_history_that_never_shrank_is_told_in_one_line(coldbyte, trace):
    _, out, err = coldbyte("epochs", trace([HEADER, *step(1, ["a"])]))
    assert out == "history shrank 0 times; it never did in 1 conversation\n"
    assert err == ""


def test_hostile_names_do_not_reach_the_terminal(coldbyte, trace):
    lines = [
        {**HEADER, "conversation": "x\x1b[2Jy"},
        *step(1, TURNS[:7], input_tokens=600, cache_read_input_tokens=0),
        {"type": "event", "event": "compaction"},
        *step(2, TURNS[4:7], input_tokens=300, cache_read_input_tokens=0),
    ]
    _, out, err = coldbyte("epochs", trace(lines))
    assert "\x1b" not in out + err
    assert "␛[2J" in out
