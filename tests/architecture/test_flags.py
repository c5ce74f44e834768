"""Every verb and every flag stands in docs/command.md, and nothing else does."""

import re

import click
import pytest

from scaler.cli.main import VERBS, main
from tests.architecture.tree import ROOT

PAGE = (ROOT / "docs/command.md").read_text(encoding="utf-8")
SECTIONS = dict(re.findall(r"^## `lagzero ([\w -]+)`\n(.*?)(?=^## |\Z)", PAGE, flags=re.MULTILINE | re.DOTALL))


def _with_their_own(verb: str) -> list[str]:
    """The verb, and those of its own if it is a group."""
    command = main.get_command(click.Context(main), verb)
    return [verb, *(f"{verb} {name}" for name in (command.commands if isinstance(command, click.Group) else ()))]


COMMANDS = [command for verb in VERBS for command in _with_their_own(verb)]


def test_the_verbs_are_the_commands() -> None:
    assert set(COMMANDS) == set(SECTIONS)


@pytest.mark.parametrize("verb", COMMANDS)
def test_the_flags_are_the_commands(verb: str) -> None:
    assert sorted(_flags(verb)) == sorted(set(re.findall(r"`(--[a-z][a-z-]*)", _table(verb))))


@pytest.mark.parametrize("verb", COMMANDS)
def test_defaults_are_named(verb: str) -> None:
    rows = dict(re.findall(r"^\| `(--[a-z-]+)[^|]*\| ([^|]*) \|", _table(verb), flags=re.MULTILINE))
    defaults = {name: default for name, default in _defaults(verb).items() if name in rows}
    assert {name: f"`{default}`" for name, default in defaults.items()} == {name: rows[name] for name in defaults}


def _command(verb: str) -> click.Command:
    command: click.Command = main
    for name in verb.split():
        assert isinstance(command, click.Group)
        found = command.get_command(click.Context(command), name)
        assert found is not None
        command = found
    return command


def _options(verb: str) -> list[click.Option]:
    return [parameter for parameter in _command(verb).params if isinstance(parameter, click.Option)]


def _flags(verb: str) -> set[str]:
    return {name for option in _options(verb) for name in (*option.opts, *option.secondary_opts) if name[:2] == "--"}


def _defaults(verb: str) -> dict[str, object]:
    """Of options that take a value and have one without being given."""
    known = [option for option in _options(verb) if not option.is_flag and not option.multiple]
    return {option.opts[0]: option.default for option in known if isinstance(option.default, str | float)}


def _table(verb: str) -> str:
    lines = SECTIONS.get(verb, "").replace(r"\|", "/").splitlines()
    return "\n".join(line for line in lines if line.startswith("| `-"))
