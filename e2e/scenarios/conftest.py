"""One control plane, broker, Prometheus, adapter and scaler for the whole run; a namespace for each scenario."""

import shutil
import signal
import tempfile
from collections.abc import Generator, Iterator
from pathlib import Path
from types import FrameType
from typing import Final, NoReturn

import pytest

from e2e.control_plane.api import Api
from e2e.control_plane.binaries import Programs
from e2e.control_plane.cluster import Cluster, running_cluster
from e2e.control_plane.control_plane import Settings
from e2e.control_plane.lagzero import Adapter, Sources, start_adapter, start_scaler
from e2e.control_plane.manifests import Installed, install
from e2e.control_plane.processes import Processes, Program
from e2e.control_plane.prometheus import Prometheus
from e2e.control_plane.rabbitmq import RabbitMQ, start_rabbitmq
from e2e.scenarios.evidence import evidence
from e2e.scenarios.pace import FAST, LONG, SHORT, Pace
from e2e.scenarios.peers import Peer, enter, start_sandbox
from e2e.scenarios.requirements import require_programs
from e2e.scenarios.stage import Stage, entered

_RULES: Final = Path(__file__).with_name("rules.yaml")
_SCENARIO_SECONDS: Final = 900


def pytest_configure() -> None:
    """Also a SIGTERM ends the run by way of its fixtures, which leave no process behind."""
    signal.signal(signal.SIGTERM, _interrupt)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A build takes longer than any scenario may, so the limit is on scenarios alone."""
    for item in items:
        if not item.get_closest_marker("timeout"):
            item.add_marker(pytest.mark.timeout(_SCENARIO_SECONDS, func_only=True))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    arguments = getattr(item, "funcargs", {})
    if report.failed and report.when == "call":
        report.sections += [each for value in arguments.values() for each in evidence(value)]
    return report


@pytest.fixture(scope="session")
def programs(request: pytest.FixtureRequest) -> Programs:
    """The control plane's programs; where they can't be had, CI fails and others skip, with the reason."""
    return require_programs(request.config)


@pytest.fixture(scope="session")
def scratch() -> Iterator[Path]:
    folder = Path(tempfile.mkdtemp(prefix="lagzero-e2e-"))
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
def processes(scratch: Path) -> Iterator[Processes]:
    folder = scratch / "sources"
    folder.mkdir()
    with Processes(folder) as running:
        yield running


@pytest.fixture(scope="session")
def broker(programs: Programs, processes: Processes) -> RabbitMQ:
    assert programs.kubectl.exists()  # without a control plane no broker is needed
    return start_rabbitmq(processes)


@pytest.fixture(scope="session")
def prometheus(processes: Processes, broker: RabbitMQ) -> Prometheus:
    server = Prometheus(processes, exporter=broker.metrics)
    server.start()
    return server


@pytest.fixture(scope="session")
def sources(prometheus: Prometheus) -> Sources:
    return Sources(rules=_RULES, prometheus=prometheus.url)


@pytest.fixture(scope="session")
def cluster(programs: Programs, scratch: Path) -> Iterator[Cluster]:
    """Kubernetes with the gate HPAScaleToZero off."""
    with running_cluster(programs, scratch / "cluster", Settings()) as running:
        yield running


@pytest.fixture(scope="session")
def installed(cluster: Cluster) -> Installed:
    """Our manifests, in the overlay that gives each program an identity of its own."""
    return install(cluster, "split")


@pytest.fixture(scope="session")
def adapter(cluster: Cluster, installed: Installed, sources: Sources) -> Adapter:
    return start_adapter(cluster, cluster.processes, sources, installed)


@pytest.fixture(scope="session")
def scaler(cluster: Cluster, installed: Installed, sources: Sources) -> Program:
    assert installed.overlay.is_dir()
    return start_scaler(cluster, cluster.processes, sources, FAST)


@pytest.fixture
def stage(cluster: Cluster, broker: RabbitMQ, prometheus: Prometheus) -> Iterator[Stage]:
    with entered(cluster, broker, prometheus) as made:
        yield made


@pytest.fixture(scope="session")
def pace(request: pytest.FixtureRequest) -> Pace:
    """How fast the stock controller and ours look, where they are compared."""
    return LONG if request.config.getoption("--long") else SHORT


@pytest.fixture(scope="session")
def gated(programs: Programs, scratch: Path, pace: Pace) -> Iterator[Cluster]:
    """Kubernetes with the gate HPAScaleToZero on, our manifests applied, and none of our programs."""
    settings = Settings(
        scale_to_zero=True, hpa_sync_seconds=pace.period_seconds, hpa_downscale_seconds=pace.downscale_seconds
    )
    with running_cluster(programs, scratch / "gated", settings) as running:
        yield running


@pytest.fixture(scope="session")
def gated_installed(gated: Cluster) -> Installed:
    return install(gated, "split")


@pytest.fixture(scope="session")
def gated_adapter(gated: Cluster, gated_installed: Installed, sources: Sources) -> Adapter:
    return start_adapter(gated, gated.processes, sources, gated_installed)


@pytest.fixture
def gated_stage(
    gated: Cluster, gated_installed: Installed, broker: RabbitMQ, prometheus: Prometheus
) -> Iterator[Stage]:
    assert gated_installed.overlay.is_dir()
    with entered(gated, broker, prometheus) as made:
        yield made


@pytest.fixture(scope="session")
def sandbox(scratch: Path) -> Iterator[Api]:
    """The stand-in that claims to behave like the real one."""
    folder = scratch / "stand-in"
    folder.mkdir()
    with Processes(folder) as running:
        yield start_sandbox(running)


@pytest.fixture(params=["sandbox", "control plane"])
def peer(request: pytest.FixtureRequest) -> Iterator[Peer]:
    """Each of the two servers that contract claims are held against."""
    name: str = request.param
    api = request.getfixturevalue("sandbox") if name == "sandbox" else _real(request)
    entered = enter(name, api)
    yield entered
    api.delete(f"/api/v1/namespaces/{entered.namespace}")


def _real(request: pytest.FixtureRequest) -> Api:
    request.getfixturevalue("installed")
    running: Cluster = request.getfixturevalue("cluster")
    return running.admin


def _interrupt(_signal: int, _frame: FrameType | None) -> NoReturn:
    raise KeyboardInterrupt
