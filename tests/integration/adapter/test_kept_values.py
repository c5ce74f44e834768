"""What is answered from memory, over TLS and by certificate: the same answer, and only to who may have it now."""

from __future__ import annotations

from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from tests.support.adapter_files import AdapterFiles, session
from tests.support.adapter_running import Running, running
from tests.support.api_server import GROUP_VERSION
from tests.support.authorities import Authority
from tests.support.prometheus_peer import Peer, serving, vector

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    import aiohttp

_READ = f"{GROUP_VERSION}/namespaces/default/queue_consumer_lag?labelSelector=name%3Dworker_tasks"
_RULES = """externalRules:
- seriesQuery: '{__name__="queue_consumer_lag",namespace!=""}'
  resources: {overrides: {namespace: {resource: namespace}}}
  metricsQuery: 'sum(<<.Series>>{<<.LabelMatchers>>}) by (name)'
  cache: 60s
"""


@asynccontextmanager
async def _adapter(files: AdapterFiles, peer: Peer) -> AsyncIterator[tuple[Running, aiohttp.ClientSession]]:
    files.rules.write_text(_RULES)
    async with serving(peer) as url, running(files, url) as adapter, session(adapter.url, files.proxy()) as proxy:
        yield adapter, proxy


def _peer() -> Peer:
    peer = Peer(body=vector(({"name": "worker_tasks"}, "400")))
    peer.gate.set()
    return peer


async def test_many_reads_are_one_query_and_one_answer(tmp_path: Path) -> None:
    peer = _peer()
    async with _adapter(AdapterFiles(folder=tmp_path), peer) as (_, proxy):
        bodies = {await (await proxy.get(_READ)).read() for _ in range(10)}
    assert (1, 1) == (len(bodies), len(peer.forms))
    assert b'"value":"400"' in bodies.pop()


async def test_an_open_connection_gets_no_kept_value_once_its_authority_is_no_longer_trusted(tmp_path: Path) -> None:
    files = AdapterFiles(folder=tmp_path)
    async with _adapter(files, _peer()) as (adapter, proxy):
        before = [(await proxy.get(_READ)).status for _ in range(3)]
        Authority("another-ca").write(files.folder, "proxies")
        await adapter.look()
        assert ([200, 200, 200], 401) == (before, (await proxy.get(_READ)).status)


async def test_a_stranger_gets_no_kept_value_with_the_same_words(tmp_path: Path) -> None:
    files = AdapterFiles(folder=tmp_path)
    async with _adapter(files, _peer()) as (adapter, proxy):
        for _ in range(3):
            await proxy.get(_READ)
        async with session(adapter.url, files.anonymous()) as stranger:
            assert [(await stranger.get(_READ)).status for _ in range(3)] == [401, 401, 401]


async def test_a_client_certificate_gets_no_kept_value_with_the_front_proxys_words(tmp_path: Path) -> None:
    files = AdapterFiles(folder=tmp_path)
    async with _adapter(files, _peer()) as (adapter, proxy):
        for _ in range(3):
            await proxy.get(_READ)
        async with session(adapter.url, files.presenting(files.clients.client("somebody"))) as client:
            assert [(await client.get(_READ)).status for _ in range(3)] == [403, 403, 403]
