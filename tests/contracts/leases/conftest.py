"""One sandbox process for these tests, and a lease of its own for each of them."""

import subprocess
import sys
import uuid
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from adapter.kube.access import Access, load_access
from adapter.kube.client import KubeClient
from adapter.kube.meta import NamespacedName
from tests.contracts.leases.memory import LeaseStore
from tests.contracts.leases.ways import InMemory, OnServer, Ways
from tests.support.ending import ended

_ROOT = Path(__file__).parents[3]


@pytest.fixture(scope="module")
def access(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Access]:
    state = tmp_path_factory.mktemp("sandbox")
    command = [sys.executable, "-m", "e2e.sandbox", "--state", str(state)]
    with subprocess.Popen(command, cwd=_ROOT, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline().startswith("ready ")
            yield load_access(state / "kubeconfig")
        finally:
            status = ended(process)
        assert status == 0


@pytest.fixture
async def server(access: Access) -> AsyncIterator[OnServer]:
    key = NamespacedName("default", f"lease-{uuid.uuid4().hex[:8]}")
    async with KubeClient.of(access, user_agent="contract-tests/1.0") as client:
        yield OnServer(client=client, key=key)


@pytest.fixture(params=["in memory", "on a server"])
def ways(request: pytest.FixtureRequest) -> Ways:
    if request.param == "in memory":
        return InMemory(store=LeaseStore())
    found = request.getfixturevalue("server")
    assert isinstance(found, OnServer)
    return found
