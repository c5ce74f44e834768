"""Everything as processes over TLS: a sandbox, a real Prometheus, the adapter behind the proxy, and scalers."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.chain.cluster import Cluster
from tests.chain.programs import ScalerProcess, run_registered_adapter, run_sandbox, run_scaler, write_rules
from tests.chain.worker import Worker
from tests.support.prometheus_server import RealPrometheus, prometheus

__all__ = ["prometheus"]

_HERE = Path(__file__).parent
# A test waits for several things in turn, each up to a minute, and the first ones for the programs to start besides.
_TEST_SECONDS = 600


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Every test of this folder starts programs."""
    for item in items:
        if item.path.is_relative_to(_HERE):
            item.add_marker(pytest.mark.chain)
            item.add_marker(pytest.mark.timeout(_TEST_SECONDS))


@pytest.fixture(scope="session")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    with run_sandbox(tmp_path_factory.mktemp("chain-sandbox")) as running:
        for name in ("engine", "api", "other"):
            running.create({"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": name}})
        yield running


@pytest.fixture(scope="session")
def adapter(cluster: Cluster, prometheus: RealPrometheus, tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with run_registered_adapter(cluster, tmp_path_factory.mktemp("chain-adapter"), prometheus.url):
        yield


@pytest.fixture(scope="session")
def engine_scaler(
    cluster: Cluster, prometheus: RealPrometheus, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[ScalerProcess]:
    """A scaler that asks Prometheus itself."""
    folder = tmp_path_factory.mktemp("chain-engine")
    flags = ("--external-metrics", "engine", "--rules", write_rules(folder), "--prometheus", prometheus.url)
    with run_scaler(cluster, folder, "engine", *flags) as running:
        yield running


@pytest.fixture(scope="session")
def api_scaler(
    cluster: Cluster,
    adapter: None,  # noqa: ARG001 -- it must run
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[ScalerProcess]:
    """A scaler that asks the external metrics API, which the adapter serves."""
    with run_scaler(cluster, tmp_path_factory.mktemp("chain-api"), "api", "--external-metrics", "api") as running:
        yield running


@pytest.fixture
def named_worker(request: pytest.FixtureRequest, cluster: Cluster, prometheus: RealPrometheus) -> Callable[..., Worker]:
    """Makes a worker under the test's own name, in the care of the scaler `source`."""

    def make(source: str = "engine", kind: str = "Deployment") -> Worker:
        name = request.node.name.removeprefix("test_").replace("_", "-").replace("[", "-").rstrip("]").lower()[:60]
        scaler: ScalerProcess = request.getfixturevalue(f"{source}_scaler")
        return Worker(cluster=cluster, prometheus=prometheus, scaler=scaler, kind=kind, name=name)

    return make
