"""Claims about `adapter.apiserver.trust_sources`."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import pytest

from adapter.apiserver.client_certificates import Authorities, CertificateError
from adapter.apiserver.credential_files import TrustFiles
from adapter.apiserver.trust import ClientTrust, FrontProxyTrust
from adapter.apiserver.trust_sources import ClusterTrust, StandaloneTrust
from adapter.kube.access import Access, Cluster
from adapter.kube.client import KubeClient
from adapter.kube.errors import Forbidden
from tests.support.authorities import Authority
from tests.support.clock import ManualClock
from tests.support.http_peer import http_peer, json_answer, silence, status_answer, stream_answer
from tests.support.reflecting import event, listing

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

_CA = Authority("ca")
_OTHER = Authority("other")


async def test_alone_the_trust_is_that_of_the_files(tmp_path: Path) -> None:
    files = TrustFiles(front_proxy=_CA.write(tmp_path, "ca"), allowed_names=("proxy",))
    assert _trust(_CA, names=("proxy",)) == await StandaloneTrust(files).load()


async def test_in_a_cluster_the_trust_is_that_of_its_config_map() -> None:
    data = {"requestheader-client-ca-file": _CA.pem.decode(), "requestheader-allowed-names": '["proxy"]'}
    async with http_peer(json_answer({"data": data})) as peer, _client(peer.url) as client:
        found = await ClusterTrust(TrustFiles(), client).load()
    assert _trust(_CA, names=("proxy",)) == found
    assert [peer.requests[0].path] == ["/api/v1/namespaces/kube-system/configmaps/extension-apiserver-authentication"]


async def test_with_both_files_the_cluster_is_not_asked(tmp_path: Path) -> None:
    path = _CA.write(tmp_path, "ca")
    async with http_peer() as peer, _client(peer.url) as client:
        await ClusterTrust(TrustFiles(clients=path, front_proxy=path), client).load()
    assert peer.requests == []


async def test_a_config_map_that_may_not_be_read_is_the_clusters_own_error() -> None:
    async with http_peer(status_answer(403, reason="Forbidden")) as peer, _client(peer.url) as client:
        with pytest.raises(Forbidden):
            await ClusterTrust(TrustFiles(), client).load()


async def test_while_it_is_watched_the_config_map_is_not_read_again() -> None:
    async with http_peer(listing("7", _config_map(_CA)), silence()) as peer, _client(peer.url) as client:
        source = ClusterTrust(TrustFiles(), client)
        async with _watching(source):
            assert _trust(_CA) == await source.load()
    assert {request.path for request in peer.requests} == {"/api/v1/namespaces/kube-system/configmaps"}
    assert peer.requests[0].query["fieldSelector"] == "metadata.name=extension-apiserver-authentication"


async def test_a_changed_config_map_is_noticed_at_once() -> None:
    changed = stream_answer(event("MODIFIED", _config_map(_OTHER)), then_hang=True)
    async with http_peer(listing("7", _config_map(_CA)), changed) as peer, _client(peer.url) as client:
        source = ClusterTrust(TrustFiles(), client)
        async with _watching(source), asyncio.timeout(10):
            while await source.load() != _trust(_OTHER):
                await source.changed.wait()
                source.changed.clear()


async def test_a_config_map_that_is_gone_is_an_error_that_says_so() -> None:
    async with http_peer(listing("7"), silence()) as peer, _client(peer.url) as client:
        source = ClusterTrust(TrustFiles(), client)
        async with _watching(source):
            with pytest.raises(CertificateError, match="is gone"):
                await source.load()


async def test_with_both_files_nothing_is_watched(tmp_path: Path) -> None:
    path = _CA.write(tmp_path, "ca")
    async with _client("http://127.0.0.1:9") as client:
        assert ClusterTrust(TrustFiles(clients=path, front_proxy=path), client).watch(ManualClock()) is None


@asynccontextmanager
async def _watching(source: ClusterTrust) -> AsyncIterator[None]:
    """The source's watch runs, and has seen what there is."""
    reflector = source.watch(ManualClock())
    assert reflector is not None
    async with asyncio.TaskGroup() as tasks:
        running = tasks.create_task(reflector.run())
        async with asyncio.timeout(10):
            await reflector.synced.wait()
        yield
        running.cancel()


def _config_map(authority: Authority) -> dict[str, object]:
    metadata = {"name": "extension-apiserver-authentication", "uid": "1", "resourceVersion": "7"}
    return {"metadata": metadata, "data": {"requestheader-client-ca-file": authority.pem.decode()}}


def _trust(authority: Authority, *, names: tuple[str, ...] = ()) -> ClientTrust:
    authorities = Authorities.read(authority.pem, source="test")
    return ClientTrust(front_proxy=FrontProxyTrust(authorities=authorities, allowed_names=names))


def _client(url: str) -> KubeClient:
    return KubeClient.of(Access(cluster=Cluster(server=url)), user_agent="test")
