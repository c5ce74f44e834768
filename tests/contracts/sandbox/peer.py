"""A small aggregated server: it shows what reached it, over TLS that only the front proxy gets through."""

import asyncio
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from aiohttp import web

from e2e.sandbox.certificates import Authority
from tests.contracts.sandbox.api import Process


@dataclass(slots=True, kw_only=True)
class Peer:
    """A running peer; `healthy` decides what its group-version answers."""

    port: int = 0
    authority: Authority = field(default_factory=lambda: Authority("peer-ca"))
    healthy: bool = True

    async def answer(self, request: web.Request) -> web.Response:
        """The group-version, or an echo of a request below it; `hang` in the path never answers."""
        if request.path.endswith("/hang"):
            await asyncio.Event().wait()
        if request.path.count("/") == 3:
            return web.json_response({"kind": "APIResourceList"}, status=200 if self.healthy else 500)
        headers = [[name.lower(), value] for name, value in request.headers.items()]
        transport = request.transport
        assert transport is not None
        subject = dict(pair for names in transport.get_extra_info("peercert")["subject"] for pair in names)
        body = {"path": request.raw_path, "headers": headers, "client": subject["commonName"]}
        return web.json_response(body, status=218)


@asynccontextmanager
async def running_peer(sandbox: Process, folder: Path, server_name: str) -> AsyncIterator[Peer]:
    """A peer whose certificate is for `server_name`, and which trusts the sandbox's front proxy alone."""
    peer = Peer()
    pair = peer.authority.issue_server([server_name])
    (folder / "peer.crt").write_bytes(pair.certificate)
    (folder / "peer.key").write_bytes(pair.key)
    tls = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH, cafile=str(sandbox.state / "front-proxy-ca.crt"))
    tls.load_cert_chain(folder / "peer.crt", folder / "peer.key")
    tls.verify_mode = ssl.CERT_REQUIRED
    application = web.Application()
    application.router.add_route("*", "/{path:.*}", peer.answer)
    runner = web.AppRunner(application, handler_cancellation=True, shutdown_timeout=0.1)
    await runner.setup()
    try:
        await web.TCPSite(runner, "127.0.0.1", 0, ssl_context=tls).start()
        peer.port = runner.addresses[0][1]
        yield peer
    finally:
        await runner.cleanup()
