"""What is said of a scenario that can't be read, can't be asked, or doesn't come out as expected?"""

from collections.abc import Iterator

from scaler.simulation.promql_syntax import BeyondThisPromQL, parse_promql
from scaler.simulation.read import read_scenario
from scaler.simulation.rules import unanswerable
from scaler.simulation.scenario import Scenario, ScenarioError
from scaler.simulation.verdicts import failures
from tests.golden.mistakes.scenario_changes import BLOCKS, EXPECTATIONS, FAILING, FILES, QUERIES, TEXTS, UNANSWERABLE
from tests.golden.mistakes.shown import refusals, shown
from tests.golden.said import conditions
from tests.unit.scaler.simulation.scenes import run_of, text_of


def scenarios() -> Iterator[str]:
    """One mistake each, in a block or in the whole."""
    for block in BLOCKS:
        given = ", ".join(f"{name}: {text}" for name, text in block.items())
        yield from shown(given, [_refused(text_of(**block))])
    yield from refusals(TEXTS, _read, ScenarioError)
    for rules in UNANSWERABLE:
        yield from shown(f"rules: {rules}", unanswerable(_read(text_of(rules=rules))))


def queries() -> Iterator[str]:
    """PromQL that a simulation doesn't have."""
    yield from refusals(QUERIES, parse_promql, BeyondThisPromQL)


def expectations() -> Iterator[str]:
    """What is printed of those that fail."""
    metrics = "{lag: [{at: 0s, value: 30}, {at: 60s, value: 400}]}"
    for expectation in EXPECTATIONS:
        run = run_of(metrics=metrics, until="2m", expect=f"[{expectation}]")
        yield from shown(expectation, map(str, failures(run)))


def worlds() -> Iterator[str]:
    """What an autoscaler says of a world that a scenario lets fail."""
    for block in FAILING:
        run = run_of(until="15s", **block)
        given = ", ".join(f"{name}: {text}" for name, text in block.items())
        yield from shown(given, conditions(run.syncs[-1].sync.decision.conditions))


def _refused(text: str) -> str:
    try:
        _read(text)
    except ScenarioError as error:
        return str(error)
    raise AssertionError(f"{text} was no mistake")


def _read(text: str) -> Scenario:
    return read_scenario(text, source="scene.yaml", parity=False, open_text=_file)


def _file(path: str) -> str:
    if path in FILES:
        return FILES[path]
    raise FileNotFoundError(2, "No such file or directory", path)
