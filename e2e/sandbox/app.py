"""How a sandbox is put together, runs and ends."""

import asyncio
import signal
import socket
import ssl
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import aiohttp
from aiohttp import web

from e2e.sandbox.admission import Admission
from e2e.sandbox.authentication import User
from e2e.sandbox.availability import Availability
from e2e.sandbox.bootstrap import bootstrap, post_definitions
from e2e.sandbox.builtin import BUILTIN_TYPES
from e2e.sandbox.definitions import Definitions
from e2e.sandbox.event_mirror import EventMirror
from e2e.sandbox.faults import Faults
from e2e.sandbox.ownership import Ownership
from e2e.sandbox.pods import Pods
from e2e.sandbox.private_paths import PrivatePaths
from e2e.sandbox.proxy import Proxy
from e2e.sandbox.registry import Registry
from e2e.sandbox.requests_log import RequestsLog
from e2e.sandbox.resource_requests import ResourceRequests
from e2e.sandbox.reviews import Reviews
from e2e.sandbox.scale import Scales
from e2e.sandbox.server import Server
from e2e.sandbox.state import Credentials, write_credentials, write_ready
from e2e.sandbox.store import Store
from e2e.sandbox.upstream import Upstreams
from e2e.sandbox.watch import Watches
from e2e.sandbox.workloads import Workloads
from e2e.sandbox.writes import Writes

_STOP_SECONDS = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What the command line says."""

    state: Path
    host: str
    port: int
    definitions: tuple[Path, ...]
    tokens: Mapping[str, User]
    allowed: tuple[str, ...]
    pod_start_seconds: float
    bookmark_seconds: float
    history_limit: int
    availability_seconds: float
    proxy_limit_seconds: float
    scale_to_zero: bool


async def run(settings: Settings) -> None:
    """Serves until SIGTERM or SIGINT.

    Raises OSError when the address is taken or the state folder can't be written, DefinitionError for a bad --crd.
    """
    stop = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    credentials = Credentials.fresh()
    write_credentials(settings.state, credentials)
    with socket.create_server((settings.host, settings.port), backlog=1024) as listener:
        await _run_on(listener, settings, credentials, stop)


async def _run_on(listener: socket.socket, settings: Settings, credentials: Credentials, stop: asyncio.Event) -> None:
    connector, no_cookies = aiohttp.TCPConnector(limit=0), aiohttp.DummyCookieJar()
    async with aiohttp.ClientSession(connector=connector, auto_decompress=False, cookie_jar=no_cookies) as session:
        server, watches, availability = _built(settings, credentials, session)
        async with asyncio.TaskGroup() as group, _serving(settings.state, server, listener, watches):
            checks = group.create_task(availability.run(session))
            url = f"https://{settings.host}:{listener.getsockname()[1]}"
            write_ready(settings.state, credentials, url)
            print(f"ready {url}", flush=True)
            await stop.wait()
            (settings.state / "ready.json").unlink(missing_ok=True)
            checks.cancel()


def _built(
    settings: Settings, credentials: Credentials, session: aiohttp.ClientSession
) -> tuple[Server, Watches, Availability]:
    store = Store(history_limit=settings.history_limit)
    registry = Registry(BUILTIN_TYPES)
    writes = Writes(store=store, admission=Admission(scale_to_zero=settings.scale_to_zero))
    Definitions(writes, registry)
    EventMirror(store)
    ownership = Ownership(writes, registry)
    Workloads(writes, ownership, Pods(writes, start_seconds=settings.pod_start_seconds))
    upstreams = Upstreams(
        store,
        client_certificate=settings.state / "front-proxy-client.crt",
        client_key=settings.state / "front-proxy-client.key",
    )
    availability = Availability(writes, upstreams, interval_seconds=settings.availability_seconds)
    bootstrap(writes, registry, credentials)
    post_definitions(writes, settings.definitions)
    watches = Watches(store, bookmark_seconds=settings.bookmark_seconds)
    scales, faults, log = Scales(writes), Faults(), RequestsLog()
    reviews = Reviews(tokens=settings.tokens, allowed=set(settings.allowed), asked={})
    server = Server(
        registry=registry,
        resources=ResourceRequests(writes=writes, watches=watches, scales=scales),
        reviews=reviews,
        faults=faults,
        private=PrivatePaths(store=store, watches=watches, scales=scales, faults=faults, reviews=reviews, log=log),
        proxy=Proxy(store, upstreams, session, limit_seconds=settings.proxy_limit_seconds),
        log=log,
    )
    return server, watches, availability


@asynccontextmanager
async def _serving(state: Path, server: Server, listener: socket.socket, watches: Watches) -> AsyncIterator[None]:
    runner = web.AppRunner(
        server.application(), handler_cancellation=True, access_log=None, shutdown_timeout=_STOP_SECONDS
    )
    await runner.setup()
    try:
        await web.SockSite(runner, listener, ssl_context=_server_tls(state)).start()
        yield
    finally:
        watches.drop()
        await runner.cleanup()


def _server_tls(state: Path) -> ssl.SSLContext:
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH, cafile=str(state / "client-ca.crt"))
    context.load_cert_chain(state / "server.crt", state / "server.key")
    context.verify_mode = ssl.CERT_OPTIONAL  # who sends no certificate gets a 401 that it can read
    return context
