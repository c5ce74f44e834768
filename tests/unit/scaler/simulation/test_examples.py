"""The scenarios that users copy hold what they say, and each deviation's fails in parity."""

from pathlib import Path

import pytest

from scaler.algorithm.model import Deviation
from scaler.simulation.read import read_scenario
from scaler.simulation.rules import unanswerable
from scaler.simulation.run import run_scenario
from scaler.simulation.scenario import Scenario
from scaler.simulation.verdicts import failures
from tests.unit.scaler.simulation.scenes import EXAMPLES

FILES = sorted(EXAMPLES.glob("*.yaml"))
DEVIATIONS = [EXAMPLES / f"{deviation.value}.yaml" for deviation in Deviation]


def scenario(file: Path, *, parity: bool) -> Scenario:
    return read_scenario(
        file.read_text(encoding="utf-8"),
        source=file.name,
        parity=parity,
        open_text=lambda named: (file.parent / named).read_text(encoding="utf-8"),
    )


def test_there_are_enough_of_them() -> None:
    assert len(FILES) >= 12


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_an_example_goes_as_it_expects(file: Path) -> None:
    read = scenario(file, parity=False)
    assert ([], True) == ([str(failure) for failure in failures(run_scenario(read))], bool(read.expectations))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_every_query_of_an_example_can_be_asked(file: Path) -> None:
    assert [] == list(unanswerable(scenario(file, parity=False)))


@pytest.mark.parametrize("file", DEVIATIONS, ids=lambda file: file.stem)
def test_the_stock_controller_does_not_do_what_a_deviation_does(file: Path) -> None:
    assert () != failures(run_scenario(scenario(file, parity=True)))
