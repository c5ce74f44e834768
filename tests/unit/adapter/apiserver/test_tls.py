"""Claims about `adapter.apiserver.tls`, with real handshakes on loopback."""

from __future__ import annotations

import ssl
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import aiohttp
import pytest
from aiohttp import web

from adapter.apiserver.client_certificates import CertificateError
from adapter.apiserver.serving_certificates import ServingCertificate, serving_certificate_of
from adapter.apiserver.tls import ServingTls, build_context
from adapter.process.sites import ListenAddress, serving
from tests.support.authorities import AGES, Authority, Issued, client_context, presenting

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

_SERVERS = Authority("servers")
_PROXIES = Authority("proxies")
_OTHERS = Authority("others")


def _serving(issued: Issued) -> ServingCertificate:
    return serving_certificate_of(issued.certificate_pem, issued.key_pem, source="test")


def _context(issued: Issued, *authorities: Authority) -> ssl.SSLContext:
    return build_context(_serving(issued), b"".join(each.pem for each in authorities))


async def _presented(request: web.Request) -> web.StreamResponse:
    """Tells the client's certificate as the server sees it."""
    tls = request.get_extra_info("ssl_object")
    assert isinstance(tls, ssl.SSLObject)
    return web.Response(body=tls.getpeercert(binary_form=True) or b"")


@asynccontextmanager
async def _server(tls: ServingTls) -> AsyncIterator[str]:
    app = web.Application()
    app.router.add_get("/", _presented)
    listen = ListenAddress(host="127.0.0.1", port=0)
    async with serving(app, listen, tls=tls.listener_context, shutdown_seconds=0.1) as site:
        yield site.url


async def _get(url: str, context: ssl.SSLContext) -> bytes:
    async with (
        aiohttp.ClientSession(connector=aiohttp.TCPConnector(ssl=context, force_close=True)) as session,
        session.get(url, server_hostname="localhost") as answer,
    ):
        return await answer.read()


async def test_a_client_without_a_certificate_is_let_in_by_tls() -> None:
    async with _server(ServingTls(_context(_SERVERS.server("localhost"), _PROXIES))) as url:
        assert await _get(url, client_context(trusting=_SERVERS)) == b""


async def test_the_server_sees_the_certificate_of_a_client_of_either_authority(tmp_path: Path) -> None:
    clients = [_PROXIES.client("proxy"), _OTHERS.client("somebody")]
    async with _server(ServingTls(_context(_SERVERS.server("localhost"), _PROXIES, _OTHERS))) as url:
        seen = [await _get(url, presenting(each, trusting=_SERVERS, folder=tmp_path)) for each in clients]
    assert [each.der for each in clients] == seen


async def test_a_client_of_an_unknown_authority_fails_the_handshake(tmp_path: Path) -> None:
    context = presenting(_OTHERS.client("somebody"), trusting=_SERVERS, folder=tmp_path)
    async with _server(ServingTls(_context(_SERVERS.server("localhost"), _PROXIES))) as url:
        with pytest.raises(aiohttp.ClientError):
            await _get(url, context)


async def test_old_versions_of_tls_are_refused() -> None:
    old = client_context(trusting=_SERVERS)
    old.minimum_version = ssl.TLSVersion.MINIMUM_SUPPORTED
    with pytest.warns(DeprecationWarning, match="TLSv1_1"):
        old.maximum_version = ssl.TLSVersion.TLSv1_1
    async with _server(ServingTls(_context(_SERVERS.server("localhost")))) as url:
        with pytest.raises(aiohttp.ClientError):
            await _get(url, old)


async def test_a_replaced_certificate_is_served_from_the_next_connection_on() -> None:
    renewed = Authority("renewed")
    tls = ServingTls(_context(_SERVERS.server("localhost")))
    async with _server(tls) as url:
        await _get(url, client_context(trusting=_SERVERS))
        tls.replace(_context(renewed.server("localhost")))
        assert await _get(url, client_context(trusting=renewed)) == b""


async def test_a_connection_that_is_open_outlives_its_certificate() -> None:
    tls = ServingTls(_context(_SERVERS.server("localhost")))
    connector = aiohttp.TCPConnector(ssl=client_context(trusting=_SERVERS), limit=1)
    async with _server(tls) as url, aiohttp.ClientSession(connector=connector) as session:
        await (await session.get(url, server_hostname="localhost")).read()
        tls.replace(_context(Authority("renewed").server("localhost")))
        answer = await session.get(url, server_hostname="localhost")
        assert answer.status == 200


async def test_replaced_authorities_let_the_new_in_and_keep_the_old_out(tmp_path: Path) -> None:
    tls = ServingTls(_context(_SERVERS.server("localhost"), _PROXIES))
    new, old = _OTHERS.client("new"), _PROXIES.client("old")
    async with _server(tls) as url:
        tls.replace(_context(_SERVERS.server("localhost"), _OTHERS))
        assert new.der == await _get(url, presenting(new, trusting=_SERVERS, folder=tmp_path))
        with pytest.raises(aiohttp.ClientError):
            await _get(url, presenting(old, trusting=_SERVERS, folder=tmp_path))


async def test_authorities_that_come_later_are_asked_for_too(tmp_path: Path) -> None:
    tls, client = ServingTls(_context(_SERVERS.server("localhost"))), _PROXIES.client("proxy")
    async with _server(tls) as url:
        tls.replace(_context(_SERVERS.server("localhost"), _PROXIES))
        assert client.der == await _get(url, presenting(client, trusting=_SERVERS, folder=tmp_path))


@pytest.mark.parametrize(
    "authorities", [b"nonsense", b"-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"]
)
def test_authorities_that_openssl_refuses_are_an_error(authorities: bytes) -> None:
    with pytest.raises(CertificateError, match="authorities of clients"):
        build_context(_serving(_SERVERS.server("localhost")), authorities)


def test_a_pair_that_openssl_refuses_is_an_error() -> None:
    mixed = ServingCertificate(
        chain_pem=_SERVERS.server("localhost").certificate_pem,
        key_pem=_SERVERS.server("localhost").key_pem,
        not_valid_after=AGES.end,
    )
    with pytest.raises(CertificateError, match="serving certificate"):
        build_context(mixed, b"")
