"""However many series Prometheus has, the adapter keeps none of them."""

import asyncio
import json
import urllib.parse
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import aiohttp
import pytest

from adapter.process.clock import SystemClock
from tests.bench.cpu import resident_mebibytes
from tests.support.adapter_files import AdapterFiles, session
from tests.support.adapter_process import run_adapter
from tests.support.exporter import run_exporter
from tests.support.prometheus_server import run_server
from tests.support.sizes import chosen

pytestmark = pytest.mark.integration

SERIES = chosen(20_000, 200_000)
NAMES = 100
GROUP_VERSION = "/apis/external.metrics.k8s.io/v1beta1"
RULES = """externalRules:
- seriesQuery: '{__name__=~"^many_.*"}'
  resources: {overrides: {namespace: {resource: namespace}}}
  metricsQuery: 'sum(<<.Series>>{<<.LabelMatchers>>})'
- seriesQuery: 'many_0'
  name: {as: first}
  resources: {overrides: {namespace: {resource: namespace}}}
  metricsQuery: 'count(<<.Series>>{<<.LabelMatchers>>}) by (pod)'
"""


@contextmanager
def prometheus_of(series: int, folder: Path) -> Iterator[str]:
    """The address of a Prometheus that has scraped so many series, of a hundred names."""
    config = {"scrape_interval": "5s", "scrape_timeout": "5s"}
    with run_exporter() as exporter:
        for number in range(series):
            labels = f'namespace="default",pod="worker-{number}",queue="orders-{number % 7}",zone="z{number % 3}"'
            exporter.set(f"many_{number % NAMES}{{{labels}}}", "1")
        job = {"job_name": "many", "static_configs": [{"targets": [exporter.address]}]}
        with run_server(folder, {"global": config, "scrape_configs": [job]}) as url:
            asyncio.run(scraped(url, series))
            yield url


async def scraped(url: str, series: int) -> None:
    form = urllib.parse.urlencode({"query": 'count({__name__=~"many_.*"})'}).encode()
    async with asyncio.timeout(150):
        while True:
            answer = await asyncio.to_thread(lambda: urllib.request.urlopen(f"{url}/api/v1/query", form, timeout=30))
            with answer:
                result = json.load(answer)["data"]["result"]
            if result and int(result[0]["value"][1]) == series:
                return
            await SystemClock().sleep(0.2)


async def listed_and_read(url: str, files: AdapterFiles) -> None:
    """Wait until all names are there, and read each of them a few times."""
    async with session(url, files.proxy()) as client, asyncio.timeout(150):
        while len((await body_of(client, GROUP_VERSION))["resources"]) < NAMES:
            await SystemClock().sleep(0.2)
        for number in range(400):
            path = f"{GROUP_VERSION}/namespaces/default/many_{number % NAMES}"
            assert "items" in await body_of(client, f"{path}?labelSelector=queue%3Dorders-{number % 7}")


async def body_of(client: aiohttp.ClientSession, path: str) -> dict[str, list[object]]:
    async with client.get(path) as answer:
        found: dict[str, list[object]] = await answer.json()
        return found


def resident_after_reads(prometheus: str, folder: Path) -> float:
    """The memory of an adapter that has listed the names of that Prometheus and was read."""
    files = AdapterFiles(folder=folder)
    files.rules.write_text(RULES)
    with run_adapter(files.flags() | {"--prometheus": prometheus, "--log-format": "json"}) as adapter:
        asyncio.run(listed_and_read(adapter.url, files))
        return resident_mebibytes(adapter.process.pid)


@pytest.mark.timeout(900)
def test_the_adapter_grows_by_less_than_20_mebibytes(tmp_path: Path) -> None:
    resident = []
    for series in (NAMES, SERIES):
        folder = tmp_path / str(series)
        (folder / "prometheus").mkdir(parents=True)
        (folder / "adapter").mkdir()
        with prometheus_of(series, folder / "prometheus") as url:
            resident.append(resident_after_reads(url, folder / "adapter"))
    few, many = resident
    assert many - few < 20, f"{few:.1f} MiB with {NAMES} series, {many:.1f} MiB with {SERIES}"
