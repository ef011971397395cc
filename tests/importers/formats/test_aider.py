from __future__ import annotations

from decimal import Decimal

from importers import registry
from importers.formats import aider
from importers.records import Exchange, Problem
from pricing.usage import Usage
from tests.importers.formats.conftest import RecordingExchanges, Write

SENT = {"main_model": "gpt-5", "prompt_tokens": 100, "completion_tokens": 5, "cost": 0.5, "total_cost": 9.0}


def test_a_sent_message_is_a_call_and_its_own_price(write: Write, exchanges: RecordingExchanges) -> None:
    def event(name: str, **properties: object) -> dict[str, object]:
        return {"event": name, "properties": properties, "user_id": "u", "time": 1764500000}

    file = write(
        [event("launched"), event("message_send_starting"), event("message_send", **SENT), event("exit")]
    )
    assert registry.recognise(file) is aider.FORMAT
    exchange, problem = aider.read(file, exchanges)
    assert isinstance(exchange, Exchange)
    assert exchange.reply
    assert exchange.reply.usage == Usage(input_tokens=100, output_tokens=5)
    assert exchange.reply.reported_cost == Decimal("0.5")
    assert (exchanges.calls[0].body, exchanges.calls[0].ended_at) == (b"", 1764500000)
    assert isinstance(problem, Problem)
    assert problem.reason.startswith("3 events")
