"""Certificates on both sides of a connection, and their rotation on disk."""

from __future__ import annotations

import ssl
from typing import TYPE_CHECKING

import msgspec
import pytest

from adapter.kube.access import Access, AccessError, Cluster, User
from adapter.kube.client import KubeClient
from adapter.kube.errors import Unreachable
from tests.support.certificates import Authority, KeyPair
from tests.support.http_peer import http_peer, json_answer

if TYPE_CHECKING:
    from pathlib import Path

FINE = json_answer({})


@pytest.fixture
def authority() -> Authority:
    return Authority("cluster")


def trusting(authority: Authority, folder: Path) -> Path:
    path = folder / "ca.crt"
    path.write_bytes(authority.certificate_pem)
    return path


def server_tls(authority: Authority, folder: Path) -> ssl.SSLContext:
    files = authority.server(folder)
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH, cafile=trusting(authority, folder))
    context.load_cert_chain(files.certificate, files.key)
    context.verify_mode = ssl.CERT_REQUIRED
    return context


def certified(url: str, ca: Path, pair: KeyPair) -> Access:
    return Access(
        cluster=Cluster(server=url, certificate_authority=str(ca)),
        user=User(client_certificate=str(pair.certificate), client_key=str(pair.key)),
    )


async def test_a_client_certificate_is_shown_to_a_server_of_our_authority(authority: Authority, tmp_path: Path) -> None:
    pair = authority.client(tmp_path, "admin")
    async with http_peer(FINE, tls=server_tls(authority, tmp_path)) as peer:
        access = certified(peer.url, tmp_path / "ca.crt", pair)
        async with KubeClient.of(access, user_agent="x") as client:
            await client.get("/version", msgspec.Raw)
    assert len(peer.requests) == 1


async def test_a_server_of_another_authority_is_not_trusted(authority: Authority, tmp_path: Path) -> None:
    pair = authority.client(tmp_path, "admin")
    async with http_peer(FINE, tls=server_tls(authority, tmp_path)) as peer:
        (tmp_path / "ca.crt").write_bytes(Authority("stranger").certificate_pem)
        access = certified(peer.url, tmp_path / "ca.crt", pair)
        async with KubeClient.of(access, user_agent="x") as client:
            with pytest.raises(Unreachable, match=r"certificate is not to be trusted: .*; check the CA"):
                await client.get("/version", msgspec.Raw)


async def test_a_new_authority_on_disk_is_taken_up(authority: Authority, tmp_path: Path) -> None:
    pair = authority.client(tmp_path, "admin")
    async with http_peer(FINE, tls=server_tls(authority, tmp_path)) as peer:
        (tmp_path / "ca.crt").write_bytes(Authority("stranger").certificate_pem)
        access = certified(peer.url, tmp_path / "ca.crt", pair)
        async with KubeClient.of(access, user_agent="x") as client:
            (tmp_path / "ca.crt.new").write_bytes(authority.certificate_pem)
            (tmp_path / "ca.crt.new").rename(tmp_path / "ca.crt")
            await client.get("/version", msgspec.Raw)
    assert len(peer.requests) == 1


async def test_half_of_a_rotated_pair_does_not_stop_the_client(authority: Authority, tmp_path: Path) -> None:
    pair = authority.client(tmp_path, "admin")
    async with http_peer(FINE, tls=server_tls(authority, tmp_path)) as peer:
        access = certified(peer.url, tmp_path / "ca.crt", pair)
        async with KubeClient.of(access, user_agent="x") as client:
            authority.client(tmp_path, "next").key.rename(pair.key)
            await client.get("/version", msgspec.Raw)
    assert len(peer.requests) == 1


@pytest.mark.parametrize("content", ["", "no certificate"])
async def test_a_certificate_that_is_none_is_one_clear_line(tmp_path: Path, content: str) -> None:
    (tmp_path / "ca.crt").write_text(content)
    cluster = Cluster(server="https://127.0.0.1:1", certificate_authority=str(tmp_path / "ca.crt"))
    with pytest.raises(
        AccessError, match=r"can't use the certificates of https://127.0.0.1:1 \(.*ca\.crt\): [^\n]*PEM"
    ):
        async with KubeClient.of(Access(cluster=cluster), user_agent="x"):
            pass
