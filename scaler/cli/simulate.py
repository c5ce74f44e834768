"""How would this autoscaler behave? The verb `simulate`: a scenario run in memory, its course and its expectations."""

import sys
from collections.abc import Sequence
from pathlib import Path

import click

from adapter.process.logging import LogFormat, configure_logging
from scaler.simulation.chart import chart_of
from scaler.simulation.lines import line_of
from scaler.simulation.read import read_scenario
from scaler.simulation.rules import unanswerable
from scaler.simulation.run import Run, run_scenario
from scaler.simulation.scenario import Scenario, ScenarioError
from scaler.simulation.table import comparison_of, table_of
from scaler.simulation.verdicts import failures

_NEGATIVE = 1
_USAGE = 2
_MOST = 2


@click.command(
    epilog="Example: lagzero simulate manifests/examples/scenarios/wake.yaml",
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.option("--parity", is_flag=True, help="Switch every deviation from the stock controller off.")
@click.option(
    "-o", "--output", type=click.Choice(["table", "json"]), default="table", help="json: one line for each sync."
)
@click.argument("scenarios", metavar="SCENARIO [SCENARIO2]", nargs=-1, required=True)
def simulate(scenarios: tuple[str, ...], output: str, *, parity: bool) -> None:
    """Run SCENARIO with the production controller in a world in memory, and check what it expects.

    With two scenarios their totals stand side by side. Exit status: 0, 1 if an expectation failed, 2 for a scenario
    that can't be read.
    """
    configure_logging(format=LogFormat.TEXT, level="error")
    if len(scenarios) > _MOST:
        _refuse(f"{len(scenarios)} scenarios: give one, or two to compare")
    try:
        runs = [run_scenario(_read(Path(path), parity=parity)) for path in scenarios]
    except ScenarioError as error:
        _refuse(str(error))
    for run in runs:
        _note(run.scenario)
    for text in _as_json(runs) if output == "json" else _as_text(runs):
        click.echo(text)
    sys.exit(_report(runs))


def _refuse(text: str) -> None:
    for line in text.splitlines():
        click.echo(f"error: {line}", err=True)
    sys.exit(_USAGE)


def _read(path: Path, *, parity: bool) -> Scenario:
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise ScenarioError(f"cannot read {path}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise ScenarioError(f"cannot read {path}: not text in UTF-8") from error
    scenario = read_scenario(
        text,
        source=str(path),
        parity=parity,
        open_text=lambda named: (path.parent / named).read_text(encoding="utf-8"),
    )
    problems = list(unanswerable(scenario))
    if problems:
        raise ScenarioError("\n".join(f"{path}: {problem}" for problem in problems))
    return scenario


def _note(scenario: Scenario) -> None:
    for flag in scenario.settings.ignored:
        click.echo(f"note: {scenario.name}: settings.{flag} means nothing without a cluster", err=True)


def _as_json(runs: Sequence[Run]) -> list[str]:
    """All lines of the first, then all of the second."""
    return [line_of(synced) for run in runs for synced in run.syncs]


def _as_text(runs: Sequence[Run]) -> list[str]:
    if len(runs) == 1:
        return [table_of(runs[0]), "", chart_of(runs[0]), "", comparison_of(runs)]
    charts = [f"{run.scenario.name}\n{chart_of(run)}\n" for run in runs]
    return [*charts, comparison_of(runs)]


def _report(runs: Sequence[Run]) -> int:
    """Every expectation that failed, on standard error; the exit status."""
    failed = [(run.scenario.name, failure) for run in runs for failure in failures(run)]
    for name, failure in failed:
        click.echo(f"failed: {name}:{failure.expected.line}: {failure}", err=True)
    return _NEGATIVE if failed else 0
