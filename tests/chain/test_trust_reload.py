"""Does the adapter follow the cluster's word about whom to trust? The ConfigMap is changed while requests go on."""

from __future__ import annotations

import asyncio
import ssl
from dataclasses import dataclass
from typing import TYPE_CHECKING

import aiohttp
import pytest

from tests.chain.polling import until
from tests.chain.replicas import (
    GROUP_VERSION,
    HOST,
    Seen,
    ask_through_the_proxy,
    bundle_of,
    lead_to,
    prepared_sandbox,
    replica,
)
from tests.support.authorities import Authority, Issued

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.chain.cluster import Cluster

_CONFIG_MAP = "/api/v1/namespaces/kube-system/configmaps/extension-apiserver-authentication"
_AUTHORITIES = "requestheader-client-ca-file"
_MASTER = {"X-Remote-User": "admin", "X-Remote-Group": "system:masters"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Served:
    """A cluster and the port of its adapter, which has everything it knows of callers from the ConfigMap."""

    cluster: Cluster
    port: int
    folder: Path

    def write(self, **data: str) -> None:
        """Change keys of the ConfigMap; their dashes are underscores here."""
        named = {name.replace("_", "-"): text for name, text in data.items()}
        self.cluster.patch(_CONFIG_MAP, {"data": named})

    @property
    def authorities(self) -> str:
        found: str = self.cluster.get(_CONFIG_MAP)["data"][_AUTHORITIES]
        return found

    async def ask(self, path: str = GROUP_VERSION, *, proxy: Issued | None = None) -> tuple[int, str]:
        """What a front proxy, or somebody without a certificate, is answered; 0 for one that isn't let in."""
        tls = ssl.create_default_context(cadata=(await bundle_of(self.cluster)).decode())
        if proxy is not None:
            tls.load_cert_chain(*proxy.write(self.folder, "proxy"))
        async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(ssl=tls)) as session:
            try:
                url = f"https://127.0.0.1:{self.port}{path}"
                async with session.get(url, headers=_MASTER, server_hostname=HOST) as answer:
                    return answer.status, await answer.text()
            except aiohttp.ClientError as error:
                return 0, str(error)

    async def until_answered(self, authority: Authority, status: int) -> None:
        """Wait until a front proxy of that authority gets this status."""
        proxy = authority.client("front-proxy-client")
        await asyncio.to_thread(
            until, f"status {status}", lambda: asyncio.run(self.ask(proxy=proxy)), lambda seen: seen[0] == status
        )

    def readiness(self) -> str:
        return asyncio.run(self.ask("/readyz?verbose"))[1]


@pytest.fixture(scope="module")
def adapter(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("trust")
    with prepared_sandbox(folder / "sandbox") as cluster, replica(cluster, folder / "adapter") as port:
        lead_to(cluster, port)
        yield Served(cluster=cluster, port=port, folder=folder)


async def test_an_authority_that_is_added_and_one_that_goes_cost_no_request(adapter: Served) -> None:
    second, over, seen = Authority("second-front-proxy-ca"), asyncio.Event(), Seen()
    before = adapter.authorities
    async with asyncio.TaskGroup() as tasks:
        for _ in range(4):
            tasks.create_task(ask_through_the_proxy(adapter.cluster, over, seen))
        await asyncio.to_thread(adapter.write, requestheader_client_ca_file=before + second.pem.decode())
        await adapter.until_answered(second, 200)
        await asyncio.to_thread(adapter.write, requestheader_client_ca_file=before)
        await adapter.until_answered(second, 0)
        await seen.until_more_than(4)
        over.set()
    assert seen.failures == []


async def test_a_config_map_that_makes_no_sense_keeps_the_last_and_is_told(adapter: Served) -> None:
    before = adapter.authorities
    await asyncio.to_thread(adapter.write, requestheader_client_ca_file="nonsense")
    try:
        await asyncio.to_thread(until, "it is told", adapter.readiness, _tells_of_a_refusal)
        assert (await asyncio.to_thread(adapter.cluster.get, GROUP_VERSION))["kind"] == "APIResourceList"
    finally:
        await asyncio.to_thread(adapter.write, requestheader_client_ca_file=before)
    await asyncio.to_thread(until, "it is good", adapter.readiness, lambda text: not _tells_of_a_refusal(text))


def _tells_of_a_refusal(text: str) -> bool:
    return "[!]authentication" in text
