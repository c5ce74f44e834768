"""The same claims against the fakes and against the real edges over one sandbox process."""

import subprocess
import sys
import uuid
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from random import Random

import msgspec
import pytest

from adapter.kube.access import load_access
from adapter.kube.client import KubeClient
from adapter.process.clock import SystemClock
from scaler.cluster.custom_metrics import CustomMetrics
from scaler.cluster.events import ClusterEvents
from scaler.cluster.external_metrics import ApiExternalMetrics
from scaler.cluster.finalizers import ClusterFinalizers
from scaler.cluster.kinds import Kinds
from scaler.cluster.metrics import ClusterMetrics
from scaler.cluster.pod_marks import PodPatches
from scaler.cluster.pods import ClusterPods
from scaler.cluster.resource_metrics import ResourceMetrics
from scaler.cluster.scales import ClusterScales
from scaler.cluster.statuses import ClusterStatuses
from scaler.cluster.watching import watching
from scaler.controller.ports import Ports
from scaler.leadership.always import AlwaysLeading
from tests.contracts.ports.real_world import RealHandles
from tests.contracts.ports.worlds import FakeHandles, World
from tests.support.clock import ManualClock
from tests.support.ending import ended
from tests.unit.scaler.cluster.clients import cached, scale_kinds

_ROOT = Path(__file__).parents[3]


@pytest.fixture(scope="session")
def kubeconfig(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    state = tmp_path_factory.mktemp("ports-sandbox")
    definitions = [_ROOT / "manifests" / "base" / "crd", _ROOT / "tests" / "contracts" / "sandbox" / "widget.yaml"]
    options = ["--pod-start", "600", *(word for each in definitions for word in ("--crd", str(each)))]
    command = [sys.executable, "-m", "e2e.sandbox", "--state", str(state), *options]
    with subprocess.Popen(command, cwd=_ROOT, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline().startswith("ready ")
            yield state / "kubeconfig"
        finally:
            status = ended(process)
        assert 0 == status


@pytest.fixture
async def real(kubeconfig: Path) -> AsyncIterator[RealHandles]:
    """The real edges, in a namespace of the test's own."""
    namespace = f"test-{uuid.uuid4().hex[:8]}"
    async with KubeClient.of(load_access(kubeconfig), user_agent="lagzero/test") as client:
        await client.create("/api/v1/namespaces", {"metadata": {"name": namespace}}, msgspec.Raw)
        clock = SystemClock()
        # On a clock that stands still a watch that has ended rests for ever.
        watched = watching(client=client, namespaces=(namespace,), clock=ManualClock(), random=Random(1))
        kinds, discovered = (
            scale_kinds(client, cached(client, watched.workloads), clock),
            Kinds(client=client, clock=clock),
        )
        ports = Ports(
            scales=ClusterScales(kinds=kinds, fence=AlwaysLeading(), clock=clock),
            metrics=ClusterMetrics(
                external=ApiExternalMetrics(client),
                resource=ResourceMetrics(client=client),
                custom=CustomMetrics(client=client, kinds=discovered),
            ),
            pods=ClusterPods(client=client, copy=watched.pods, watches=watched.pod_watches),
            statuses=ClusterStatuses(client=client),
            events=ClusterEvents(client=client),
            finalizers=ClusterFinalizers(client=client),
            pod_marks=PodPatches(client=client, fence=AlwaysLeading()),
        )
        yield RealHandles(namespace=namespace, ports=ports, client=client, watching=watched)


@pytest.fixture(params=["fake", "real"])
def world(request: pytest.FixtureRequest) -> World:
    if request.param == "fake":
        return FakeHandles(namespace="jobs")
    handles: RealHandles = request.getfixturevalue("real")
    return handles
