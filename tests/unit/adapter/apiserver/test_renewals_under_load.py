"""Claims about `adapter.apiserver.renewals` and the engine's credentials: nothing that is renewed costs a request."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer

from tests.support.adapter_files import AdapterFiles, session
from tests.support.adapter_running import running
from tests.support.api_server import GROUP_VERSION, LAG
from tests.support.authorities import Authority
from tests.support.prometheus_peer import EMPTY

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from tests.support.adapter_running import Running

Change = Callable[[AdapterFiles], object]


@pytest.fixture
def files(tmp_path: Path) -> AdapterFiles:
    return AdapterFiles(folder=tmp_path)


def _add_a_rule(files: AdapterFiles) -> None:
    rule = files.rules.read_text().partition("\n")[2]
    files.rules.write_text(files.rules.read_text() + rule.replace("queue_consumer_lag", "queue_depth"))


def _add_an_authority(files: AdapterFiles, name: str, own: Authority) -> None:
    (files.folder / f"{name}.crt").write_bytes(own.pem + Authority("second").pem)


class Statuses:
    """Those of the answers so far."""

    def __init__(self) -> None:
        self.seen: list[int] = []
        self._arrived = asyncio.Event()

    def note(self, status: int) -> None:
        self.seen.append(status)
        self._arrived.set()

    async def until_more(self, count: int) -> None:
        """Wait for so many more."""
        wanted = len(self.seen) + count
        async with asyncio.timeout(20):
            while len(self.seen) < wanted:
                self._arrived.clear()
                await self._arrived.wait()


CHANGES: dict[str, Change] = {
    "rules": _add_a_rule,
    "bad rules": lambda files: files.rules.write_text("externalRules: 5"),
    "serving certificate": lambda files: files.server().write(files.folder, "tls"),
    "half a serving certificate": lambda files: (files.folder / "tls.crt").write_bytes(files.server().certificate_pem),
    "authorities of the front proxy": lambda files: _add_an_authority(files, "proxies", files.proxies),
    "bad authorities of the front proxy": lambda files: (files.folder / "proxies.crt").write_bytes(b"nonsense"),
    "authorities of clients": lambda files: _add_an_authority(files, "clients", files.clients),
}


@pytest.mark.parametrize("what", CHANGES)
async def test_what_changes_in_a_file_fails_no_request(files: AdapterFiles, what: str) -> None:
    async with running(files) as adapter, _asking(files, adapter, GROUP_VERSION) as statuses:
        CHANGES[what](files)
        await adapter.look()
    assert set(statuses.seen) == {200}


@pytest.mark.parametrize(
    ("what", "subject"),
    [
        ("bad rules", "rules"),
        ("half a serving certificate", "serving certificate"),
        ("bad authorities of the front proxy", "authentication"),
    ],
)
async def test_what_is_bad_is_counted_and_told_to_operators(files: AdapterFiles, what: str, subject: str) -> None:
    async with running(files) as adapter, session(adapter.url, files.proxy()) as client:
        CHANGES[what](files)
        await adapter.look()
        ready = await client.get("/readyz?verbose")
        text, metrics = await ready.text(), await (await client.get("/metrics")).text()
    assert (ready.status, f"[!]{subject}: the newest can't be used" in text) == (200, True)
    assert f'lagzero_adapter_reloads_total{{outcome="refused",subject="{subject}"}} 1.0' in metrics


async def test_a_token_that_prometheus_no_longer_takes_fails_no_read(files: AdapterFiles) -> None:
    token = files.folder / "token"
    token.write_text("first")

    async def prometheus(request: web.Request) -> web.Response:
        is_good = request.headers.get("Authorization") == f"Bearer {token.read_text()}"
        return web.Response(status=200 if is_good else 401, text=EMPTY, content_type="application/json")

    app = web.Application()
    app.router.add_route("*", "/{path:.*}", prometheus)
    async with TestServer(app) as server:
        servers = f"servers: [{{name: prometheus, bearerTokenFile: {token}}}]\n"
        files.rules.write_text(servers + files.rules.read_text())
        async with running(files, str(server.make_url("/"))) as adapter, _asking(files, adapter, LAG) as statuses:
            token.write_text("second")
    assert set(statuses.seen) == {200}


@asynccontextmanager
async def _asking(files: AdapterFiles, adapter: Running, path: str) -> AsyncIterator[Statuses]:
    """The statuses of requests that go on during the block, over kept connections and over new ones."""
    statuses = Statuses()
    over = asyncio.Event()

    async def ask(*, new_connections: bool) -> None:
        async with session(adapter.url, files.proxy(), new_connections=new_connections) as client:
            while not over.is_set():
                async with client.get(path) as answer:
                    statuses.note(answer.status)

    async with asyncio.TaskGroup() as tasks:
        for new_connections in (False, False, True):
            tasks.create_task(ask(new_connections=new_connections))
        await statuses.until_more(5)
        yield statuses
        await statuses.until_more(5)
        over.set()
