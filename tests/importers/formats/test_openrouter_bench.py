from __future__ import annotations

from importers import registry
from importers.formats import openrouter_bench
from importers.records import Exchange, Fidelity
from tests.importers.formats.conftest import RecordingExchanges, Write

ROW = {
    "sort": "price",
    "provider": "infron",
    "group": 1,
    "round": 2,
    "request": "first",
    "status": 200,
    "cost": 0.5,
    "provider_name": "deepseek",
    "response_model": "deepseek/v4",
    "response_id": "r",
    "usage": {"prompt_tokens": 100, "prompt_tokens_details": {"cached_tokens": 60}},
}


def test_a_pair_of_requests_is_a_conversation(write: Write, exchanges: RecordingExchanges) -> None:
    file = write([ROW, {**ROW, "request": "second"}])
    assert registry.recognise(file) is openrouter_bench.FORMAT
    first, second = openrouter_bench.read(file, exchanges)
    assert isinstance(first, Exchange)
    assert isinstance(second, Exchange)
    assert first.conversation == second.conversation == "price/infron/1/2"
    assert first.provider == "infron"
    assert exchanges.answer(0) == {
        "id": "r",
        "model": "deepseek/v4",
        "provider": "deepseek",
        "usage": {**ROW["usage"], "cost": 0.5},  # type: ignore[dict-item]
    }
    assert (exchanges.calls[0].body, exchanges.calls[0].fidelity) == (b"", Fidelity.USAGE_ONLY)
