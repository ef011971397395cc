import json

import pytest

from tests.app.trace_lines import HEADER, step

WORDS = "word " * 100


def frozen(text, **notes):
    messages = [{"role": "user", "content": text}]
    return {"type": "snapshot", "prefix": "rules", "messages": messages, "scratchpad": notes}


@pytest.fixture
def log(trace):
    return trace(
        [
            HEADER,
            *step(1, [WORDS], input_tokens=0, cache_creation_input_tokens=130),
            *step(2, [WORDS, WORDS + "b", WORDS + "c"], input_tokens=260, cache_read_input_tokens=130),
            {"type": "journal", "agent_id": "scout\x1b[1m", "entry": {"found": 3}, "committed": False},
            {"type": "journal", "agent_id": "scout\x1b[1m", "entry": {"found": 3}, "committed": True},
            frozen("start", plan="ask", old=1),
            frozen("go on", plan="wait"),
        ]
    )


def test_json_has_the_keys_of_the_contract(coldbyte, log):
    code, out, _ = coldbyte("journal", "talk", "--path", log, "--json")
    answer = json.loads(out)
    assert code == 0
    assert {"entries", "watermark", "diff"} <= set(answer)
    assert set(answer["entries"][0]) == {"request", "kind", "path", "tokens", "committed"}
    assert answer["watermark"] == 1
    assert [entry["kind"] for entry in answer["diff"]] == ["added", "added"]


def test_text_tells_what_the_provider_does_not_hold_yet(coldbyte, log):
    _, out, _ = coldbyte("journal", "talk", "--path", log)
    assert "watermark: 1, cached up to there; uncommitted from 2" in out
    assert "  + messages[1].content[0]  assistant  " in out
    assert "unchanged: tools, system, params" in out


def test_any_two_requests_can_be_compared(coldbyte, log):
    _, out, _ = coldbyte("journal", "talk", "--from", 2, "--to", 1, "--path", log)
    assert "  - messages[1].content[0]" in out


def test_an_agents_own_journal_is_shown_with_what_is_odd_about_it(coldbyte, log):
    _, out, _ = coldbyte("journal", "talk", "--path", log)
    assert "scout␛[1m" in out
    assert "applied twice: the same as 1; out of order: committed, but 1 before it is not" in out
    assert "2 snapshots; compare two with --from s1 --to s2" in out


def test_two_snapshots_can_be_compared(coldbyte, log):
    _, out, _ = coldbyte("journal", "talk", "--from", "s1", "--to", "s2", "--path", log)
    assert out.splitlines() == [
        "from snapshot 1 to 2: prefix unchanged",
        "  + user  go on",
        "  - user  start",
        '  ~ scratchpad plan: "wait"',
        "  - scratchpad old",
    ]
    answer = json.loads(coldbyte("journal", "talk", "--from", "s1", "--to", "s2", "--path", log, "--json")[1])
    assert answer["messages_added"] == [{"role": "user", "content": "go on", "name": None}]
    assert answer["scratchpad_removed"] == ["old"]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--from", 1, "--to", 9), "there is no request 9: talk has 2 requests"),
        (("--from", "s1", "--to", "s5"), "there is no snapshot 5: talk has 2"),
        (("--from", "s1"), "a snapshot is compared with another one"),
        (("--from", "s1", "--to", 2), "a snapshot is compared with another one"),
    ],
)
def test_a_bad_question_ends_with_2_and_says_why(coldbyte, log, arguments, told):
    code, out, err = coldbyte("journal", "talk", *arguments, "--path", log)
    assert (code, out) == (2, "")
    assert told in err


def test_a_point_that_is_none_is_refused(coldbyte, log):
    with pytest.raises(SystemExit) as told:
        coldbyte("journal", "talk", "--from", "soon", "--path", log)
    assert told.value.code == 2


def test_without_reported_reads_the_watermark_is_unknown(coldbyte, trace):
    lines = [HEADER, *step(1, ["a"]), *step(2, ["a", "b", "c"])]
    _, out, _ = coldbyte("journal", "talk", "--path", trace(lines))
    assert "watermark: unknown" in out
