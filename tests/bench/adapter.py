"""What does a read of the adapter cost? Its cpu per uncached and per cached read over TLS, and reads per second."""

import asyncio
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import aiohttp

from tests.bench.cpu import cpu_seconds, resident_mebibytes
from tests.bench.figures import Figure
from tests.bench.processes import backend
from tests.support.adapter_files import AdapterFiles, session
from tests.support.adapter_process import run_adapter

CONNECTIONS = 32
_PATH = "/apis/external.metrics.k8s.io/v1beta1/namespaces/default/queue_consumer_lag"
RULES = """externalRules:
- seriesQuery: '{__name__="queue_consumer_lag",name!=""}'
  resources: {overrides: {namespace: {resource: namespace}}}
  metricsQuery: 'sum(<<.Series>>{<<.LabelMatchers>>}) by (name)'
"""


def measure_adapter(*, reads: int) -> Iterator[Figure]:
    """Every uncached read has a selector of its own, so that none is answered from the cache."""
    with TemporaryDirectory() as name, backend(Path(name)) as prometheus:
        files = AdapterFiles(folder=Path(name))
        files.rules.write_text(RULES)
        flags = files.flags() | {"--prometheus": prometheus, "--log-format": "json", "--log-level": "info"}
        with run_adapter(flags) as adapter:
            pid = adapter.process.pid
            _timed(adapter.url, files, pid, [f"name=warm-{number}" for number in range(200)])
            cpu, _ = _timed(adapter.url, files, pid, [f"name=worker-{number}" for number in range(reads)])
            yield Figure(name="adapter, cpu per uncached read", value=cpu / reads * 1e3, unit="ms", budget=3)
            cpu, seconds = _timed(adapter.url, files, pid, ["name=worker-0"] * (reads * 4))
            yield Figure(name="adapter, cpu per cached read", value=cpu / (reads * 4) * 1e3, unit="ms")
            yield Figure(
                name="adapter, cached reads per cpu second",
                value=reads * 4 / cpu,
                unit="/s",
                budget=5000,
                at_least=True,
            )
            yield Figure(
                name="adapter, cached reads per second, client beside it", value=reads * 4 / seconds, unit="/s"
            )
            yield Figure(name="adapter, resident memory", value=resident_mebibytes(pid), unit="MiB", budget=120)


def _timed(url: str, files: AdapterFiles, pid: int, selectors: list[str]) -> tuple[float, float]:
    """The adapter's cpu and the wall time, in seconds, for one read per selector."""
    before, began = cpu_seconds(pid), time.perf_counter()
    asyncio.run(_read_all(url, files, selectors))
    return cpu_seconds(pid) - before, time.perf_counter() - began


async def _read_all(url: str, files: AdapterFiles, selectors: list[str]) -> None:
    waiting = iter(selectors)
    async with session(url, files.proxy()) as client, asyncio.TaskGroup() as readers:
        for _ in range(CONNECTIONS):
            readers.create_task(_read(client, waiting))


async def _read(client: aiohttp.ClientSession, selectors: Iterator[str]) -> None:
    for selector in selectors:
        async with client.get(_PATH, params={"labelSelector": selector}) as response:
            body = await response.read()
            assert response.status == 200, body
