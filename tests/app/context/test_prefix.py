from dataclasses import FrozenInstanceError

import pytest

from app.context import Message, PrefixContext, WorkingContext

GROUNDING = (Message("system", "Opening hours: 9 to 5."), Message("system", "Closed on Sundays."))


def test_a_prefix_reads_system_prompt_then_grounding_then_schema():
    rendered = PrefixContext("Be brief.", GROUNDING, '{"type":"object"}').as_messages()
    assert rendered == [
        Message("system", "Be brief."),
        *GROUNDING,
        Message("system", '{"type":"object"}', name="schema"),
    ]


def test_an_assembled_context_is_the_prefix_and_then_the_conversation():
    context = WorkingContext(prefix=PrefixContext("Be brief.", GROUNDING[:1]))
    context.append(Message("user", "When do you close?"))
    assert [(m.role, m.content) for m in context.assembled()] == [
        ("system", "Be brief."),
        ("system", "Opening hours: 9 to 5."),
        ("user", "When do you close?"),
    ]


def test_a_prefix_cannot_be_changed():
    prefix = PrefixContext("Be brief.")
    with pytest.raises(FrozenInstanceError):
        prefix.system_prompt = "Be long."  # type: ignore[misc]


def test_what_is_done_to_the_rendered_list_does_not_reach_the_prefix():
    prefix = PrefixContext("Be brief.", GROUNDING)
    prefix.as_messages().clear()
    assert len(prefix.as_messages()) == 3


def test_grounding_given_as_a_list_cannot_be_changed_from_outside():
    given = list(GROUNDING)
    prefix = PrefixContext("Be brief.", given)  # type: ignore[arg-type]
    given.clear()
    assert prefix.grounding == GROUNDING


def test_equal_parts_make_equal_prefixes_with_equal_hashes():
    one, other = (PrefixContext("Be brief.", tuple(GROUNDING), "{}") for _ in range(2))
    assert one == other
    assert hash(one) == hash(other)
    assert one != PrefixContext("Be brief.", GROUNDING)


def test_an_empty_prefix_renders_to_nothing():
    assert PrefixContext().as_messages() == []


@pytest.mark.parametrize(
    "write",
    [
        lambda c: c.append(Message("user", "a")),
        lambda c: c.extend([Message("user", "a")]),
        lambda c: c.clear_messages(),
        lambda c: c.note("k", 1),
        lambda c: c.update_scratchpad({"k": 1}),
        lambda c: c.merge(WorkingContext(prefix=PrefixContext("Other."))),
    ],
)
def test_nothing_that_writes_reaches_the_prefix(write):
    prefix = PrefixContext("Be brief.", GROUNDING)
    context = WorkingContext(prefix=prefix)
    assert write(context) is context
    assert context.prefix is prefix
