"""Serving an application on an address."""

from __future__ import annotations

import ssl
from typing import TYPE_CHECKING

import aiohttp
import pytest
from aiohttp import web

from adapter.process.sites import ListenAddress, ListenError, serving
from tests.support.certificates import Authority

if TYPE_CHECKING:
    from pathlib import Path

ANYWHERE = ListenAddress(host="127.0.0.1", port=0)


def _app() -> web.Application:
    async def hello(_request: web.Request) -> web.Response:
        return web.Response(text="hello")

    app = web.Application()
    app.router.add_get("/", hello)
    return app


async def _body_of(url: str, trusting: ssl.SSLContext | bool = True) -> str:
    async with aiohttp.ClientSession() as session, session.get(url, ssl=trusting) as response:
        return await response.text()


@pytest.mark.parametrize(
    ("text", "host", "port"),
    [
        ("0.0.0.0:6443", "0.0.0.0", 6443),
        (":8080", "", 8080),
        ("[::1]:443", "::1", 443),
        ("localhost:0", "localhost", 0),
    ],
)
def test_addresses_are_read_and_written_alike(text: str, host: str, port: int) -> None:
    address = ListenAddress.parse(text)
    assert ListenAddress(host=host, port=port) == address
    assert text == str(address)


@pytest.mark.parametrize("text", ["", "8080", "localhost", "localhost:", "::1:443", "a:65536", "a:-1", "a:²"])
def test_what_is_no_address_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(ListenError, match=r"write HOST:PORT"):
        ListenAddress.parse(text)


async def test_the_bound_port_can_be_read_when_the_system_chose_it() -> None:
    async with serving(_app(), ANYWHERE) as site:
        assert await _body_of(site.url) == "hello"
    assert site.address.port > 0


@pytest.mark.parametrize("path", ["/", "/nowhere"])
async def test_no_answer_tells_what_the_server_runs_on(path: str) -> None:
    async with serving(_app(), ANYWHERE) as site, aiohttp.request("GET", site.url + path) as response:
        assert "Server" not in response.headers


async def test_a_site_serves_tls_when_given_a_context(tmp_path: Path) -> None:
    authority = Authority("site")
    files = authority.server(tmp_path)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(files.certificate, files.key)
    trusting = ssl.create_default_context(cadata=authority.certificate_pem.decode())
    async with serving(_app(), ANYWHERE, tls=context) as site:
        assert site.url.startswith("https://")
        assert await _body_of(site.url, trusting) == "hello"


async def test_an_address_in_use_is_one_clear_line() -> None:
    async with serving(_app(), ANYWHERE) as site:
        with pytest.raises(
            ListenError, match=r"can't listen on 127\.0\.0\.1:\d+: .*; free the address or choose another"
        ):
            async with serving(_app(), site.address):
                pass


async def test_the_port_is_free_again_after_the_block() -> None:
    async with serving(_app(), ANYWHERE) as site:
        pass
    async with serving(_app(), site.address) as again:
        assert site.address == again.address
