"""Invented conversations for the screens: what the analysis would answer, made up as plain values."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from decimal import Decimal

from app.analysis.board import Block, Board, BoardRow, Fate
from app.analysis.breaks import PricedBehind, PricedBreak
from app.analysis.conversations import ConversationRow
from app.analysis.inspector import RequestDetail, SegmentRow
from app.prefix_stability.findings import Behind, Break
from app.tui.source import Source
from pricing.usage import Usage

DAY = 1_794_700_800.0  # 2026-11-15 00:00 UTC


def conversation(name: str = "a1b2c3d4", **changes: object) -> ConversationRow:
    """A conversation of twelve requests that broke twice."""
    row = ConversationRow(
        conversation=name,
        parent=None,
        title="Fix the flaky login test",
        builder="live-v2",
        task=None,
        workspace=None,
        project=None,
        models=("claude-sonnet-5",),
        requests=12,
        first_at=DAY,
        last_at=DAY + 3600,
        tokens=Usage(
            input_tokens=4_000, cache_read_tokens=310_000, cache_write_5m_tokens=46_000, output_tokens=9_000
        ),
        read_share=0.861,
        reads=(0.0, 0.97, 0.98, 0.31, 0.98, 0.98, 0.99, 0.4, 0.98, 0.99, 0.99, 0.99),
        breaks=2,
        declared_breaks=0,
        actual_usd=Decimal("0.4012"),
        fresh_usd=Decimal("1.2150"),
        lost_usd=Decimal("0.0824"),
        lost_tokens=36_408,
        unpriced_requests=0,
        fidelity="exact",
        side_call=False,
    )
    return replace(row, **changes)  # type: ignore[arg-type]


def conversations() -> list[ConversationRow]:
    """Eight conversations: cheap and dear, one unpriced, one a side call, one without a break."""
    even = (0.0, *(0.97,) * 20)
    waves = (0.0, 0.9, 0.2, 0.9, 0.9, 0.2, 0.9) * 4
    return [
        conversation(),
        conversation(
            "b7",
            title="Quarterly report from the CSV export",
            builder="layered",
            models=("gpt-5.6",),
            requests=31,
            reads=waves,
            read_share=0.71,
            breaks=9,
            actual_usd=Decimal("14.93"),
            fresh_usd=Decimal("31.2"),
            lost_usd=Decimal("5.01"),
            last_at=DAY + 86_400 * 3,
        ),
        conversation(
            "c2",
            title="Refactor the payment adapter and keep its tests green",
            builder="live-v2",
            models=("claude-opus-5", "claude-sonnet-5"),
            requests=284,
            reads=(*even, 0.1, *even),
            read_share=0.96,
            breaks=2,
            declared_breaks=1,
            actual_usd=Decimal("41.10"),
            fresh_usd=Decimal("260.0"),
            lost_usd=Decimal("8.82"),
            tokens=Usage(input_tokens=90_000, cache_read_tokens=29_000_000, cache_write_5m_tokens=900_000),
        ),
        conversation(
            "d9",
            title="Translate the onboarding guide",
            builder="append-only",
            requests=18,
            reads=even,
            read_share=0.972,
            breaks=0,
            actual_usd=Decimal("0.82"),
            fresh_usd=Decimal("4.4"),
            lost_usd=Decimal(0),
        ),
        conversation(
            "d9.2",
            parent="d9",
            title="Write a title for this conversation",
            builder="append-only",
            models=("claude-haiku-5",),
            requests=1,
            reads=(None,),
            read_share=None,
            breaks=0,
            actual_usd=Decimal("0.0004"),
            fresh_usd=Decimal("0.0004"),
            lost_usd=Decimal(0),
            side_call=True,
        ),
        conversation(
            "e4",
            title="Plan the sprint with the tracker app",
            builder="planner",
            requests=42,
            reads=waves,
            read_share=0.66,
            breaks=9,
            actual_usd=Decimal("9.44"),
            fresh_usd=Decimal("20.9"),
            lost_usd=Decimal("3.20"),
        ),
        conversation(
            "f0",
            title="日本語の議事録を要約する",
            builder="planner",
            models=("house-model",),
            requests=7,
            actual_usd=None,
            fresh_usd=None,
            lost_usd=None,
            unpriced_requests=7,
            breaks=1,
        ),
        conversation(
            "a9",
            title="Compact and carry on",
            builder="live-v2",
            requests=96,
            reads=(*even, 0.2, *even),
            read_share=0.93,
            breaks=0,
            declared_breaks=2,
            actual_usd=Decimal("6.05"),
            fresh_usd=Decimal("30.9"),
            lost_usd=Decimal("0.41"),
            tokens=Usage(cache_read_tokens=7_300_000),
        ),
    ]


def finding(**changes: object) -> Break:
    """A clock in the system prompt, at request 4."""
    found = Break(
        request_id=104,
        request=4,
        previous=3,
        previous_conversation=None,
        section="system",
        path="system[0].text",
        offset=6_000,
        byte=41_310,
        cause="clock",
        rule="append-only",
        event=None,
        declared=False,
        possible_event=None,
        actionable=True,
        before="You are a careful assistant. Now: 12:04:17. Follow the house rules in every answer you give.",
        after="You are a careful assistant. Now: 12:04:31. Follow the house rules in every answer you give.",
        warm_tokens=26_400,
        lost_tokens=18_204,
        provenance="reported",
        fix="say the time in the last user message, or give the model a clock tool",
        behind=(Behind(path="messages[2].content[0].text", cause="result-trimmed", lost_tokens=3_710),),
        provider_verdict="system_changed",
        agent_verdict="system_prompt_changed",
    )
    return replace(found, **changes)  # type: ignore[arg-type]


def priced(found: Break | None = None, **changes: object) -> PricedBreak:
    """A finding of the first conversation with its money."""
    found = found or finding()
    behind = tuple(
        PricedBehind(path=b.path, cause=b.cause, lost_tokens=b.lost_tokens, lost_usd=Decimal("0.0083"))
        for b in found.behind
    )
    result = PricedBreak(
        conversation="a1b2c3d4",
        finding=found,
        lost_usd=Decimal("0.0412"),
        fidelity="exact",
        model="claude-sonnet-5",
        behind=behind,
    )
    return replace(result, **changes)  # type: ignore[arg-type]


def breaks() -> list[PricedBreak]:
    """Dearest first: of other conversations, and three of the first one, of which one is a warning."""
    return [
        priced(
            finding(
                cause="tool-added",
                path="tools[14]",
                rule="tools-frozen",
                fix="load tools through a search tool",
            ),
            conversation="e4",
            lost_usd=Decimal("2.10"),
        ),
        priced(
            finding(
                cause="retrieved-documents",
                path="system[2].text",
                fix="put documents in the last user message",
            ),
            conversation="b7",
            lost_usd=Decimal("5.01"),
        ),
        priced(),
        priced(
            finding(
                request_id=108,
                request=8,
                before="Now: 12:05:58",
                after="Now: 12:31:02",
                behind=(),
                offset=5_990,
                provider_verdict=None,
                agent_verdict=None,
            )
        ),
        priced(
            finding(
                request_id=110,
                request=10,
                section="messages",
                path="messages[17].content[0].input",
                offset=12,
                cause="reply-not-replayed",
                rule="live-equals-replay",
                lost_tokens=None,
                behind=(),
                before='{"a": 1, "b": 2}',
                after='{"b": 2, "a": 1}',
                fix="send the reply back as it came",
            ),
            lost_usd=None,
            is_warning=True,
        ),
    ]


def board_row(number: int, **changes: object) -> BoardRow:
    """Request `number` of an append-only conversation of 2,000 tokens a request."""
    fixed = (
        Block(section="tools", fate=Fate.READ, tokens=6_000, marker=True),
        Block(section="system", fate=Fate.READ, tokens=9_000, marker=True),
    )
    grown = (number - 1) * 2_000
    read = (Block(section="messages", fate=Fate.READ, tokens=grown, marker=False),) if grown else ()
    new = Block(section="messages", fate=Fate.WRITTEN, tokens=2_000, marker=True)
    prompt = 15_000 + grown + 2_000
    row = BoardRow(
        request_id=100 + number,
        number=number,
        model="claude-sonnet-5",
        started_at=DAY + number * 40.0,
        gap_seconds=40.0 if number > 1 else None,
        blocks=(*fixed, *read, new),
        prompt_tokens=prompt,
        broken_at=None,
        read_share=1 - 2_000 / prompt,
        lost_tokens=0,
        lost_usd=Decimal(0),
        causes=(),
        declared=False,
        warnings=0,
        provenance="reported",
    )
    return replace(row, **changes)  # type: ignore[arg-type]


def broken_row(number: int) -> BoardRow:
    """Request `number`, whose system prompt changed half-way."""
    whole = board_row(number)
    again = tuple(replace(b, fate=Fate.PAID_AGAIN) for b in whole.blocks[2:-1])
    blocks = (
        whole.blocks[0],
        Block(section="system", fate=Fate.READ, tokens=3_000, marker=False),
        Block(section="system", fate=Fate.PAID_AGAIN, tokens=6_000, marker=True),
        *again,
        whole.blocks[-1],
    )
    return replace(
        whole,
        blocks=blocks,
        broken_at=9_000,
        read_share=9_000 / whole.prompt_tokens,
        lost_tokens=18_204,
        lost_usd=Decimal("0.0412"),
        causes=("clock",),
        gap_seconds=14.0,
    )


def board(requests: int = 12) -> Board:
    """A conversation that broke at its requests 4 and 8; the first writes everything."""
    first = board_row(1)
    cold = replace(
        first,
        blocks=tuple(replace(b, fate=Fate.WRITTEN) for b in first.blocks),
        read_share=0.0,
    )
    later = [broken_row(n) if n in (4, 8) else board_row(n) for n in range(2, requests + 1)]
    rows = (cold, *later)
    return Board(
        conversation="a1b2c3d4",
        title="Fix the flaky login test",
        models=("claude-sonnet-5",),
        builder="live-v2",
        fidelity="exact",
        rows=rows,
        widest=max(row.prompt_tokens for row in rows),
    )


def segment(index: int, **changes: object) -> SegmentRow:
    """A tool result that the predecessor held too."""
    row = SegmentRow(
        index=index,
        section="messages",
        role="user",
        kind="tool_result",
        path=f"messages[{index}].content[0]",
        name="read_file",
        marker=None,
        chars=7_800,
        tokens=1_950,
        change="same",
        preview="def login(user, password): …",
    )
    return replace(row, **changes)  # type: ignore[arg-type]


def detail(number: int = 4) -> RequestDetail:
    """Request 4: the system prompt changed, one message was added."""
    return RequestDetail(
        request_id=100 + number,
        conversation="a1b2c3d4",
        number=number,
        previous=number - 1 or None,
        source="traces/login.jsonl",
        line=number,
        url_host="api.anthropic.com",
        api="anthropic-messages",
        provider="anthropic",
        model="claude-sonnet-5",
        served_model="claude-sonnet-5",
        fidelity="exact",
        started_at=DAY + number * 40.0,
        ended_at=DAY + number * 40.0 + 3.1,
        status=200,
        usage=Usage(
            input_tokens=12, output_tokens=640, cache_read_tokens=9_000, cache_write_5m_tokens=14_000
        ),
        actual_usd=Decimal("0.0648"),
        fresh_usd=Decimal("0.0786"),
        reported_usd=None,
        rates_source="genai-prices 0.2.3, valid from 2026-09-01",
        params={"max_tokens": "8192", "temperature": "1", "thinking": '{"type":"adaptive"}'},
        params_changed=("thinking",),
        segments=(
            segment(0, section="tools", role="", kind="tool", path="tools[0]", name="read_file", marker="5m"),
            segment(
                1,
                section="system",
                role="system",
                kind="text",
                path="system[0].text",
                name="",
                marker="5m",
                change="changed",
                preview="You are a careful assistant. Now: 12:04:31.",
            ),
            segment(2),
            segment(
                3,
                role="assistant",
                kind="tool_call",
                name="edit_file",
                change="moved",
                preview='{"path":"a.py"}',
            ),
            segment(
                4, kind="text", name="", marker="5m", change="added", preview="And now run the tests, please."
            ),
        ),
        removed=(segment(2, path="messages[3].content[1]", preview="the listing of src/"),),
        reply_text="I will run the tests.\nThen I will look at the failures one by one.",
    )


def source(
    rows: Sequence[ConversationRow] | None = None,
    found: Sequence[PricedBreak] | None = None,
    requests: int = 12,
    **changes: object,
) -> Source:
    """A source that answers from the values above."""
    listed = conversations() if rows is None else rows
    every = breaks() if found is None else found
    of_one: Callable[[str | None], list[PricedBreak]] = lambda name: [  # noqa: E731 - as Source wants it
        b for b in every if name in (None, b.conversation)
    ]
    result = Source(
        name="traces.db",
        arguments="traces.jsonl",
        options="--path traces.jsonl",
        conversations=lambda: listed,
        breaks=of_one,
        board=lambda name: board(requests),
        request=lambda request_id: detail(request_id - 100),
    )
    return replace(result, **changes)  # type: ignore[arg-type]
