"""Claims about `adapter.apiserver.serving_sources`: the whole adapter with its own authority, on a small cluster."""

from __future__ import annotations

import asyncio
import ssl
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import aiohttp
import pytest

from adapter.app import prepare, served
from adapter.config import Flags, settings_of
from adapter.kube.errors import Forbidden
from tests.support.adapter_files import NAME, AdapterFiles
from tests.support.adapter_running import NOWHERE
from tests.support.authority_stage import API_SERVICE, SERVICE
from tests.support.clock import ManualClock
from tests.support.own_authorities import HOST, NOW, OWN
from tests.support.small_cluster import SmallCluster, small_cluster

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

_CONFIG_MAP = "/api/v1/namespaces/kube-system/configmaps/extension-apiserver-authentication"


@pytest.fixture
def files(tmp_path: Path) -> AdapterFiles:
    return AdapterFiles(folder=tmp_path)


async def test_it_is_ready_once_api_servers_were_told_by_whom_to_verify_it(files: AdapterFiles) -> None:
    async with small_cluster() as cluster, _running(files, cluster) as (url, clock):
        before = await _readiness(url)
        cluster.put(API_SERVICE, {"metadata": {"name": OWN.api_service}, "spec": {"service": SERVICE}})
        await clock.advance(60)
        async with asyncio.timeout(10):
            while "caBundle" not in cluster.objects[API_SERVICE]["spec"]:
                await clock.wake_next()
        after = await _readiness(url)
    assert ("[-]own-ca-published failed" in before, after) == (True, "ok")


async def test_without_the_right_to_its_secret_it_does_not_start(files: AdapterFiles) -> None:
    async with small_cluster() as cluster:
        cluster.forbidden.add("POST")
        cluster.forbidden.add("GET")
        with pytest.raises(Forbidden):
            async with _running(files, cluster):
                pass


async def _readiness(url: str) -> str:
    tls = ssl.create_default_context()
    tls.check_hostname, tls.verify_mode = False, ssl.CERT_NONE
    connector = aiohttp.TCPConnector(ssl=tls)
    async with (
        aiohttp.ClientSession(connector=connector) as session,
        session.get(f"{url}/readyz", server_hostname=HOST) as answer,
    ):
        return await answer.text()


@asynccontextmanager
async def _running(files: AdapterFiles, cluster: SmallCluster) -> AsyncIterator[tuple[str, ManualClock]]:
    cluster.put(_CONFIG_MAP, {"metadata": {}, "data": {"requestheader-client-ca-file": files.proxies.pem.decode()}})
    kubeconfig = files.folder / "kubeconfig"
    kubeconfig.write_text(
        '{"apiVersion": "v1", "kind": "Config", "current-context": "c",'
        ' "contexts": [{"name": "c", "context": {"cluster": "c", "user": "u"}}],'
        f' "clusters": [{{"name": "c", "cluster": {{"server": "{cluster.url}"}}}}],'
        ' "users": [{"name": "u", "user": {"token": "t"}}]}'
    )
    flags = Flags(
        rules=files.rules,
        prometheus=NOWHERE,
        listen="127.0.0.1:0",
        kubeconfig=kubeconfig,
        requestheader_client_ca_file=files.folder / "proxies.crt",
        requestheader_allowed_names=(NAME,),
        own_ca_secret=str(OWN.secret),
        own_ca_service=str(OWN.service),
    )
    clock = ManualClock(NOW)
    async with served(prepare(settings_of(flags, environ={}), clock), clock) as adapter, asyncio.TaskGroup() as tasks:
        services = [tasks.create_task(service) for service in adapter.services()]
        yield adapter.site.url, clock
        for service in services:
            service.cancel()
