import asyncio
import time

import pytest

from app.context import (
    LastNTurns,
    Message,
    MutationJournal,
    PrefixContext,
    RoleFilter,
    ToolCall,
    WorkingContext,
)


def test_a_context_counts_its_tail_and_shows_the_whole():
    context = WorkingContext(prefix=PrefixContext("Be careful."))
    context.append(Message("user", "Which prices moved?"))
    context.note("ticket", "ABC-12")
    assert context.size() == 1
    assert [m.role for m in context.assembled()] == ["system", "user"]
    assert context.get("ticket") == "ABC-12"
    assert context.get("nothing") is None
    assert context.get("nothing", 3) == 3


def test_methods_that_write_can_be_chained():
    context = (
        WorkingContext()
        .append(Message("user", "a"), Message("assistant", "b"))
        .extend([Message("user", "c")])
        .note("k", 1)
        .update_scratchpad({"l": 2})
    )
    assert ([m.content for m in context.messages], context.scratchpad) == (["a", "b", "c"], {"k": 1, "l": 2})
    assert context.clear_messages().size() == 0
    assert context.get("k") == 1


def test_extending_from_a_source_that_fails_adds_nothing():
    def failing():
        yield Message("user", "a")
        raise OSError

    context = WorkingContext()
    with pytest.raises(OSError):  # noqa: PT011
        context.extend(failing())
    assert context.size() == 0


def test_a_list_given_at_the_start_stays_the_callers():
    given = [Message("user", "a")]
    WorkingContext(messages=given).append(Message("user", "b"))
    assert len(given) == 1


def test_a_note_under_a_name_that_is_no_string_is_refused():
    with pytest.raises(TypeError, match=r"scratchpad\[7\]"):
        WorkingContext().update_scratchpad({7: "x"})


def test_a_fork_goes_its_own_way():
    parent = WorkingContext(messages=[Message("user", "Sum it up.")]).note("holder", "ops")
    branch = parent.fork().append(Message("assistant", "Done.")).note("holder", "sub")
    assert [(c.size(), c.get("holder")) for c in (parent, branch)] == [(1, "ops"), (2, "sub")]


def test_a_fork_copies_nested_notes_and_shares_the_prefix():
    parent = WorkingContext(prefix=PrefixContext("p"), limit=9, shared=True).note("plan", {"steps": []})
    branch = parent.fork()
    branch.get("plan")["steps"].append("x")
    assert parent.get("plan") == {"steps": []}
    assert branch.prefix is parent.prefix
    assert (branch.limit, branch.shared, branch.token_counter) == (9, True, parent.token_counter)
    assert branch.lock is not parent.lock


def test_a_fork_has_nothing_to_ship_and_ships_only_its_own():
    parent = WorkingContext()
    parent.journal.record("old")
    branch = parent.fork()
    assert (branch.journal.size(), branch.journal.has_uncommitted()) == (1, False)
    branch.journal.record("new")
    parent.merge(branch)
    assert parent.journal.view() == ("old", "new")


def test_siblings_united_keep_one_of_what_both_found():
    hit = Message("tool", "expired", name="lookup")
    left, right = (WorkingContext(messages=[hit]) for _ in range(2))
    assert WorkingContext().merge(left, mode="union").merge(right, mode="union").messages == [hit]
    assert WorkingContext().merge(left).merge(right).messages == [hit, hit]


def test_a_union_of_calls_with_dict_arguments_works_and_keeps_what_differs():
    one, other = (Message("assistant", "", tool_calls=(ToolCall("c1", "ping", {"n": n}),)) for n in (1, 2))
    union = WorkingContext(messages=[one]).merge(WorkingContext(messages=[one, other]), mode="union")
    assert union.messages == [one, other]


def test_merging_a_fork_back_repeats_the_history_unless_united():
    parent = WorkingContext().append(Message("user", "q"))
    branch = parent.fork().append(Message("assistant", "a"))
    assert [m.content for m in parent.fork().merge(branch).messages] == ["q", "q", "a"]
    assert [m.content for m in parent.fork().merge(branch, "union").messages] == ["q", "a"]


def test_the_other_side_wins_on_the_scratchpad_and_is_not_shared():
    other = WorkingContext().note("k", ["theirs"])
    merged = WorkingContext().note("k", "ours").note("l", 1).merge(other)
    other.get("k").append("later")
    assert merged.scratchpad == {"k": ["theirs"], "l": 1}


def test_authors_survive_a_chain_of_merges():
    entry = {"kind": "row", "agent_id": "leaf"}
    leaf, middle, root = (WorkingContext() for _ in range(3))
    leaf.journal.record(entry)
    root.merge(middle.merge(leaf))
    assert root.journal.view() == (entry,)
    assert root.journal.view()[0] is entry


def test_an_unknown_mode_is_refused_by_name():
    with pytest.raises(ValueError, match="'zip'"):
        WorkingContext().merge(WorkingContext(), mode="zip")


def test_a_slice_is_private_and_keeps_the_other_axes():
    context = WorkingContext(prefix=PrefixContext("p"), shared=True, journal=MutationJournal(["old"]))
    context.append(Message("user", "q"), Message("tool", "r")).note("plan", {"steps": []})
    context.journal.record("new")
    narrow = context.slice(RoleFilter(frozenset({"tool"})))
    assert [m.content for m in narrow.messages] == ["r"]
    assert (narrow.prefix is context.prefix, narrow.shared) == (True, False)
    assert (narrow.journal.view(), narrow.journal.diff()) == (("old", "new"), ("new",))
    narrow.get("plan")["steps"].append("x")
    narrow.journal.record("own")
    assert context.get("plan") == {"steps": []}
    assert context.journal.size() == 2
    assert context.slice(LastNTurns(1), shared=True).shared


def test_a_sequence_under_the_lock_is_one_step_for_others():
    async def run():
        pool = WorkingContext(shared=True)

        async def pair(context, name):
            context.append(Message("assistant", f"{name} begins"))
            await asyncio.sleep(0)
            context.append(Message("assistant", f"{name} ends"))

        await asyncio.gather(*(pool.apply_locked(lambda c, n=name: pair(c, n)) for name in "abc"))
        return [m.content for m in pool.messages]

    assert asyncio.run(run()) == ["a begins", "a ends", "b begins", "b ends", "c begins", "c ends"]


def test_without_the_lock_sequences_mix():
    async def run():
        pool = WorkingContext(shared=True)

        async def pair(name):
            pool.append(Message("assistant", f"{name}1"))
            await asyncio.sleep(0)
            pool.append(Message("assistant", f"{name}2"))

        await asyncio.gather(*map(pair, "ab"))
        return [m.content for m in pool.messages]

    assert asyncio.run(run()) == ["a1", "b1", "a2", "b2"]


async def test_apply_locked_takes_plain_and_async_functions_and_returns_their_result():
    async def slow(context):
        return context.lock.locked()

    context = WorkingContext()
    assert await context.apply_locked(lambda c: c.lock.locked()) is True
    assert await context.apply_locked(slow) is True
    async with context.lock:
        assert context.lock.locked()


async def test_a_counter_of_ones_own_is_asked_about_the_whole_prompt():
    class Messages:
        async def estimate(self, messages):
            return len(messages)

    context = WorkingContext(prefix=PrefixContext("p"), token_counter=Messages())
    assert await context.append(Message("user", "q")).tokens() == 2


def test_ten_thousand_messages_are_sliced_and_compared_in_no_time():
    big, same = (
        WorkingContext(messages=[Message(("user", "tool")[i % 2], f"{i}") for i in range(10_000)])
        for _ in range(2)
    )

    def fastest(work):
        taken = []
        for _ in range(5):
            started = time.perf_counter()
            work()
            taken.append(time.perf_counter() - started)
        return min(taken)

    assert fastest(lambda: big.slice(LastNTurns(50))) < 0.05
    assert fastest(lambda: big.diff(same)) < 0.05
