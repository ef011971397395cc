import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from importers.apis.json_text import fields_of
from importers.apis.wire import WireCheck
from importers.calls import Call
from importers.records import Fidelity

BODY = {"model": "m", "messages": [{"role": "user", "content": "café – \U0001f600"}, {"n": [1, {}]}], "x": {}}
SPELLINGS = [
    {"separators": (",", ":"), "ensure_ascii": False},
    {"separators": (",", ":")},
    {"ensure_ascii": False},
    {},
]


def judged(kept: bytes, sent: int | None, fidelity: Fidelity = Fidelity.VERIFIED, **headers: str) -> Fidelity:
    stated = {} if sent is None else {"content-length": str(sent)}
    call = Call(source="log", body=kept, headers={**stated, **headers}, fidelity=fidelity)
    return WireCheck().fidelity(call, fields_of(kept))


json_value = st.recursive(
    st.one_of(st.integers(), st.text(st.characters(codec="utf-8"), max_size=5), st.booleans(), st.none()),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4), st.dictionaries(st.text(max_size=3), inner, max_size=4)
    ),
    max_leaves=8,
)


@settings(max_examples=50, deadline=None)
@given(
    st.dictionaries(
        st.text(st.characters(codec="utf-8"), min_size=1, max_size=3), json_value, min_size=1, max_size=4
    ),
    st.sampled_from(SPELLINGS),
    st.sampled_from(SPELLINGS),
)
def test_a_body_is_verified_by_its_length_in_whatever_spelling(body: dict, kept: dict, sent: dict) -> None:
    length = len(json.dumps(body, **sent).encode())
    assert judged(json.dumps(body, **kept).encode(), length) is Fidelity.VERIFIED


def test_a_growing_history_is_measured_by_element() -> None:
    check = WireCheck()
    messages: list[dict[str, str]] = []
    for i in range(5):
        messages.append({"role": "user", "content": f"line {i} é"})
        kept, sent = (
            json.dumps({"messages": messages}).encode(),
            json.dumps({"messages": messages}, separators=(",", ":"), ensure_ascii=False).encode(),
        )
        call = Call(
            source="log",
            body=fields_of(kept),
            headers={"content-length": str(len(sent))},
            fidelity=Fidelity.VERIFIED,
        )
        assert check.fidelity(call, fields_of(kept)) is Fidelity.VERIFIED


@pytest.mark.parametrize("off", [-1, 1, 40])
def test_another_length_proves_the_loss(off: int) -> None:
    kept = json.dumps(BODY).encode()
    lengths = {len(json.dumps(BODY, **spelling).encode()) for spelling in SPELLINGS}
    assert len(kept) + off not in lengths
    assert judged(kept, len(kept) + off) is Fidelity.STRUCTURAL


def test_without_a_length_the_container_is_believed() -> None:
    kept = json.dumps(BODY).encode()
    assert judged(kept, None) is Fidelity.VERIFIED
    assert judged(kept, 5, **{"content-encoding": "gzip"}) is Fidelity.VERIFIED


def test_a_container_that_promises_less_is_not_improved() -> None:
    kept = json.dumps(BODY).encode()
    assert judged(kept, len(kept), Fidelity.STRUCTURAL) is Fidelity.STRUCTURAL


def test_an_exact_body_stays_exact_unless_it_was_cut() -> None:
    kept = json.dumps(BODY).encode()
    assert judged(kept, len(kept), Fidelity.EXACT) is Fidelity.EXACT
    assert judged(kept, 10 * len(kept), Fidelity.EXACT) is Fidelity.STRUCTURAL


def test_no_body_is_usage_only() -> None:
    assert WireCheck().fidelity(Call(source="log"), {}) is Fidelity.USAGE_ONLY
