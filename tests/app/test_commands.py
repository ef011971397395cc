"""One table of commands for both front ends."""

from __future__ import annotations

import pytest

from app.commands import COMMANDS, Command

SHOWN = [command for command in COMMANDS if command.screen]


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.name)
def test_every_verb_can_be_loaded(command: Command) -> None:
    verb = command.load()
    assert callable(verb.add_arguments)
    assert callable(verb.run)


@pytest.mark.parametrize("command", SHOWN, ids=lambda command: command.name)
def test_a_screen_answers_the_verb_it_is_listed_with(command: Command) -> None:
    assert command.load_screen().verb == command.name


def test_keys_are_given_to_screens_and_each_but_once() -> None:
    keys = [command.key for command in COMMANDS if command.key]
    assert len(keys) == len(set(keys)) == len(SHOWN)
