"""Claims about `scaler.cli.main`: the verbs, their help, and that none is loaded in vain."""

import subprocess
import sys

import click
import pytest
from click.testing import CliRunner

from scaler.cli import main
from scaler.cli.main import VERBS


@pytest.mark.parametrize("verb", sorted(VERBS))
def test_every_verb_can_be_loaded(verb: str) -> None:
    context = click.Context(main)
    assert isinstance(main.get_command(context, verb), click.Command)


@pytest.mark.parametrize("verb", sorted(VERBS))
def test_every_verb_has_a_help_with_an_example(verb: str) -> None:
    result = CliRunner().invoke(main, [verb, "--help"], prog_name="lagzero")
    assert (0, True) == (result.exit_code, f"lagzero {verb}" in result.output)


def test_the_help_lists_every_verb_with_its_summary() -> None:
    output = " ".join(CliRunner().invoke(main, ["--help"], prog_name="lagzero").output.split())
    assert [] == [verb for verb, told in VERBS.items() if f"{verb} {told.summary}" not in output]


@pytest.mark.parametrize("flag", ["-h", "--help"])
def test_help_ends_well(flag: str) -> None:
    assert 0 == CliRunner().invoke(main, [flag]).exit_code


def test_an_unknown_verb_is_refused() -> None:
    assert 2 == CliRunner().invoke(main, ["scalor"]).exit_code


def test_help_loads_no_verb() -> None:
    """A verb's imports take longer than all of its help."""
    modules = sorted({verb.command.partition(":")[0] for verb in VERBS.values()})
    script = (
        "import sys\nfrom scaler.cli import main\n"
        "try:\n    main(['--help'])\nexcept SystemExit:\n    pass\n"
        f"print([name for name in {modules} if name in sys.modules], file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert "[]" == done.stderr.strip()
