"""Every command line of `lagzero` in the documentation has a verb and flags that there are."""

import click
import pytest

from scaler.cli.main import main
from tests.architecture.pages import GUIDES, Shown, commands, words_of

COMMANDS = [command for page in GUIDES for command in commands(page)]


def test_there_are_commands_to_look_at() -> None:
    assert len(COMMANDS) > 50


@pytest.mark.parametrize("command", COMMANDS, ids=str)
def test_a_command_that_is_shown_is_one_that_there_is(command: Shown) -> None:
    words = words_of(command)
    known, rest = _command(words)
    flags = {name for parameter in known.params for name in (*parameter.opts, *parameter.secondary_opts)}
    given = [word.partition("=")[0] for word in rest if word.startswith("-") and len(word) > 1]
    assert [] == [flag for flag in given if flag not in flags | {"--help", "-h"}], command.text


def _command(words: list[str]) -> tuple[click.Command, list[str]]:
    """The verb that is meant, and what comes after it; several that are told in one breath count as their first."""
    command: click.Command = main
    while isinstance(command, click.Group) and words and words[0].partition("|")[0] not in {"VERB", "--help"}:
        if words[0].startswith("-"):
            break
        found = command.get_command(click.Context(command), words[0].partition("|")[0])
        assert found is not None, f"there is no `lagzero {words[0]}`"
        command, words = found, words[1:]
    return command, words
