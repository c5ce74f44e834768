"""The same claims against the fakes and against the real edges over one sandbox process."""

import subprocess
import sys
import uuid
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import msgspec
import pytest

from adapter.kube.access import load_access
from adapter.kube.client import KubeClient
from adapter.process.clock import SystemClock
from scaler.cluster.custom_metrics import CustomMetrics
from scaler.cluster.events import ClusterEvents
from scaler.cluster.external_metrics import ApiExternalMetrics
from scaler.cluster.kinds import Kinds
from scaler.cluster.metrics import ClusterMetrics
from scaler.cluster.pods import ClusterPods
from scaler.cluster.resource_metrics import ResourceMetrics
from scaler.cluster.scales import ClusterScales
from scaler.cluster.statuses import ClusterStatuses
from scaler.cluster.workloads import WORKLOAD_KINDS, WorkloadCache
from scaler.controller.ports import Ports
from scaler.leadership.always import AlwaysLeading
from tests.contracts.ports.real_world import RealHandles
from tests.contracts.ports.worlds import FakeHandles, World

_ROOT = Path(__file__).parents[3]


@pytest.fixture(scope="session")
def kubeconfig(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    state = tmp_path_factory.mktemp("ports-sandbox")
    options = ["--crd", str(_ROOT / "manifests" / "base" / "crd"), "--pod-start", "600"]
    command = [sys.executable, "-m", "e2e.sandbox", "--state", str(state), *options]
    with subprocess.Popen(command, cwd=_ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline().startswith("ready ")
        yield state / "kubeconfig"
        process.terminate()
        assert 0 == process.wait(timeout=10)


@pytest.fixture
async def real(kubeconfig: Path) -> AsyncIterator[RealHandles]:
    """The real edges, in a namespace of the test's own."""
    namespace = f"test-{uuid.uuid4().hex[:8]}"
    caches = {kind: WorkloadCache(kind) for kind in WORKLOAD_KINDS}
    async with KubeClient.of(load_access(kubeconfig), user_agent="lagzero/test") as client:
        await client.create("/api/v1/namespaces", {"metadata": {"name": namespace}}, msgspec.Raw)
        ports = Ports(
            scales=ClusterScales(client=client, caches=caches, fence=AlwaysLeading(), clock=SystemClock()),
            metrics=ClusterMetrics(
                external=ApiExternalMetrics(client),
                resource=ResourceMetrics(client=client),
                custom=CustomMetrics(client=client, kinds=Kinds(client=client)),
            ),
            pods=ClusterPods(client=client),
            statuses=ClusterStatuses(client=client),
            events=ClusterEvents(client=client),
        )
        yield RealHandles(namespace=namespace, ports=ports, client=client, caches=caches)


@pytest.fixture(params=["fake", "real"])
def world(request: pytest.FixtureRequest) -> World:
    if request.param == "fake":
        return FakeHandles(namespace="jobs")
    handles: RealHandles = request.getfixturevalue("real")
    return handles
