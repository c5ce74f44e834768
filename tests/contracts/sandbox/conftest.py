"""One sandbox process for these tests, and a namespace of its own for each of them."""

import subprocess
import sys
import uuid
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import aiohttp
import pytest

from tests.contracts.sandbox.api import Api, Process
from tests.support.ending import ended

_HERE = Path(__file__).parent
_ROOT = _HERE.parents[2]


@pytest.fixture(scope="session")
def sandbox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    state = tmp_path_factory.mktemp("sandbox")
    tokens = state / "tokens.csv"
    tokens.write_text('jane,good-token,"workers,night"\n')
    options = ["--pod-start", "0.05", "--bookmarks", "0.2", "--availability-interval", "0.5", "--proxy-limit", "10"]
    options += ["--crd", str(_HERE / "widget.yaml"), "--tokens", str(tokens), "--allow", "jane"]
    command = [sys.executable, "-m", "e2e.sandbox", "--state", str(state), *options]
    with subprocess.Popen(command, cwd=_ROOT, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            word, url = process.stdout.readline().split()
            assert word == "ready"
            yield Process(url=url, state=state)
        finally:
            status = ended(process)
        assert status == 0


@pytest.fixture
async def api(sandbox: Process) -> AsyncIterator[Api]:
    namespace = f"test-{uuid.uuid4().hex[:8]}"
    connector = aiohttp.TCPConnector(ssl=sandbox.tls(certified=True))
    timeout = aiohttp.ClientTimeout(total=90)
    headers = {"User-Agent": "contract-tests/1.0"}
    async with aiohttp.ClientSession(connector=connector, timeout=timeout, headers=headers) as session:
        client = Api(session, sandbox.url, namespace)
        await client.post("/api/v1/namespaces", {"metadata": {"name": namespace}})
        yield client
        await client.delete(f"/api/v1/namespaces/{namespace}")
