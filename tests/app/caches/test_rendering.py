import pytest

from importers.records import Kind
from tests.app.caches.made import asked, block, played, reads

HEAD = (block("tool", role="", kind=Kind.TOOL), block("rules", "5m", role="system"))


def test_a_changed_parameter_voids_from_its_level_on() -> None:
    exchanges = [asked(0, *HEAD, block("a", "5m"))]
    exchanges += [asked(60, *HEAD, block("a", "5m"), params={"tool_choice": '{"type":"any"}'})]
    prediction = played(exchanges)[1]
    assert prediction.read == pytest.approx(2000, abs=10)
    assert prediction.reason == "params-changed"


def test_fast_mode_voids_the_system_prompt_too() -> None:
    exchanges = [asked(0, *HEAD), asked(60, *HEAD, params={"speed": '"fast"'})]
    assert reads(exchanges)[1] == 0


def test_a_parameter_that_returns_finds_its_own_entries_again() -> None:
    forced = {"tool_choice": '{"type":"any"}'}
    exchanges = [
        asked(at, block("a", "5m"), params=params) for at, params in ((0, {}), (60, forced), (120, {}))
    ]
    assert reads(exchanges) == [0, 0, 1000]


def test_a_parameter_inside_an_object_counts_and_its_neighbours_do_not() -> None:
    def effort(level: str, other: str) -> dict[str, str]:
        return {"output_config": f'{{"effort":"{level}","other":"{other}"}}'}

    same = [asked(0, block("a", "5m"), params=effort("low", "x"))]
    assert reads([*same, asked(60, block("a", "5m"), params=effort("low", "y"))])[1] == 1000
    assert reads([*same, asked(60, block("a", "5m"), params=effort("high", "x"))])[1] == 0


def test_another_model_is_another_cache() -> None:
    exchanges = [asked(0, block("a", "5m")), asked(60, block("a", "5m"), model="claude-sonnet-5")]
    assert played(exchanges)[1].reason == "model-changed"


def test_older_models_drop_reasoning_when_the_user_speaks_again() -> None:
    old = {"model": "claude-sonnet-4-5"}
    start = [block("a"), block("hm", role="assistant", kind=Kind.REASONING)]
    result = block("r", "5m", kind=Kind.TOOL_RESULT)
    tail = [block("r", kind=Kind.TOOL_RESULT), block("next", "5m")]
    for model, expected in ((old, 0), ({}, 3000)):
        exchanges = [asked(0, *start, result, **model), asked(60, *start, *tail, **model)]
        assert reads(exchanges)[1] == expected
