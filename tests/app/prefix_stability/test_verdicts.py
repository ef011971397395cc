from __future__ import annotations

import pytest

from app.prefix_stability.verdicts import agreement
from tests.app.tui.invented import finding


@pytest.mark.parametrize(
    ("provider", "agent", "agree"),
    [
        (None, None, None),
        ("system_changed", None, True),
        ("tools_changed", None, False),
        ("system_changed", "tools_changed", False),
        (None, "ttl_expired_5m", False),
        ("system_changed", "no idea", True),
        ("unavailable", None, None),
        (None, "tools_changed, system_prompt_changed", True),
    ],
)
def test_verdicts_agree_where_they_point_to_the_same_part(
    provider: str | None, agent: str | None, agree: bool | None
) -> None:
    found = finding(cause="clock", section="system", provider_verdict=provider, agent_verdict=agent)
    assert agreement(found) is agree


@pytest.mark.parametrize(
    ("verdict", "cause", "section"),
    [
        ("model_changed", "model-changed", "model"),
        ("messages_changed", "result-trimmed", "messages"),
        ("input_changed", "block-inserted", "messages"),
        ("prompt_cache_key_changed", "cache-key-changed", "params"),
        ("tool_choice_changed", "params-changed", "params"),
        ("TTL_expired_1h", "ttl-expired", "none"),
    ],
)
def test_words_of_providers_and_agents_are_understood(verdict: str, cause: str, section: str) -> None:
    assert agreement(finding(cause=cause, section=section, provider_verdict=verdict, agent_verdict=None))
