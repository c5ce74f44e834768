"""Discovery and probes never wait for Prometheus, also while as many reads wait for it as there are places for."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack, asynccontextmanager
from typing import TYPE_CHECKING

import aiohttp
from aiohttp import web

from tests.support.adapter_files import RULES, AdapterFiles, session
from tests.support.adapter_process import run_adapter
from tests.support.api_server import GROUP_VERSION
from tests.support.http_peer import http_peer
from tests.support.prometheus_peer import EMPTY

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

_LAG = f"{GROUP_VERSION}/namespaces/default/queue_consumer_lag"
_DOCUMENTS = ("/apis", GROUP_VERSION, "/openapi/v2", "/openapi/v3", "/version", "/livez", "/readyz")
_READERS, _READS_EACH = 5, 80
_TIMES = 10
# That is when the aggregator gives up; `./dev bench --only adapter` says what it takes, and at most should.
_SMALL_SECONDS = 5.0
# Less than what the rule allows: a server that doesn't answer at all would soon be asked no more.
_SLOW_SECONDS = 20.0
_PATIENT = aiohttp.ClientTimeout(total=100)
_TOO_MANY = 429


async def test_four_hundred_waiting_reads_keep_no_probe_waiting(tmp_path: Path) -> None:
    files = AdapterFiles(folder=tmp_path)
    files.rules.write_text(RULES.replace("timeout: 1s", "timeout: 30s"))
    async with http_peer(*[_slowly] * 10_000) as prometheus:
        with run_adapter({**files.flags(), "--prometheus": prometheus.url}) as adapter:
            longest = await _longest(files, adapter.url)
    assert {} == {path: seconds for path, seconds in longest.items() if seconds > _SMALL_SECONDS}


async def _longest(files: AdapterFiles, url: str) -> dict[str, float]:
    """How long each document took at most while every place for a read was taken."""
    longest = dict.fromkeys(_DOCUMENTS, 0.0)
    async with _crowd(files, url), session(url, files.proxy()) as prober:
        for path in _DOCUMENTS * _TIMES:
            longest[path] = max(longest[path], await _seconds_of(prober, path))
    return longest


async def _slowly(_request: web.Request) -> web.StreamResponse:
    await asyncio.sleep(_SLOW_SECONDS)
    return web.Response(text=EMPTY, content_type="application/json")


@asynccontextmanager
async def _crowd(files: AdapterFiles, url: str) -> AsyncIterator[None]:
    """Reads of five callers, each of another selector, that take every place there is."""
    async with AsyncExitStack() as stack, asyncio.TaskGroup() as tasks:
        clients = [await stack.enter_async_context(session(url, files.proxy())) for _ in range(_READERS + 1)]
        reads = [
            tasks.create_task(_read_for_ever(clients[reader], f"{_LAG}?labelSelector=name%3D{reader}-{number}", reader))
            for reader in range(_READERS)
            for number in range(_READS_EACH)
        ]
        await _until_full(clients[-1])
        yield
        for read in reads:
            read.cancel()


async def _read_for_ever(client: aiohttp.ClientSession, path: str, reader: int) -> None:
    while True:
        await _status(client, path, reader)


async def _until_full(client: aiohttp.ClientSession) -> None:
    """Wait until a further read is refused a place."""
    async with asyncio.timeout(100):
        while await _status(client, f"{_LAG}?timeout=100ms", _READERS) != _TOO_MANY:
            pass


async def _status(client: aiohttp.ClientSession, path: str, reader: int) -> int:
    async with client.get(path, headers={"X-Remote-User": f"reader-{reader}"}, timeout=_PATIENT) as answer:
        await answer.read()
        return answer.status


async def _seconds_of(client: aiohttp.ClientSession, path: str) -> float:
    clock = asyncio.get_running_loop()
    began = clock.time()
    async with client.get(path) as answer:
        await answer.read()
        assert answer.status == 200
    return clock.time() - began
