"""Each scenario has a world of its own, on common ground; every test of this folder starts programs."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.faults.ground import Ground, run_ground
from tests.faults.pace import LONG, SHORT, Pace
from tests.faults.world import World, run_world

_SCENARIO_SECONDS = 300
_HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.is_relative_to(_HERE):
            item.add_marker(pytest.mark.chain)
            if not item.get_closest_marker("timeout"):
                item.add_marker(pytest.mark.timeout(_SCENARIO_SECONDS))


@pytest.fixture(scope="session")
def ground(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ground]:
    with run_ground(tmp_path_factory.mktemp("ground")) as running:
        yield running


@pytest.fixture
def world(ground: Ground, tmp_path: Path) -> Iterator[World]:
    """Whatever happens in it, no scaler meets a failure that nobody has thought of."""
    with run_world(ground, tmp_path) as running:
        yield running
        assert [] == [line for scaler in running.scalers for line in scaler.unforeseen()]


@pytest.fixture(scope="session")
def pace(request: pytest.FixtureRequest) -> Pace:
    return LONG if request.config.getoption("--long") else SHORT
