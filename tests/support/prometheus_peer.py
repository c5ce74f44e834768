"""A peer on loopback that answers in place of Prometheus as a test says, and notes what it was asked."""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from http import HTTPStatus

import msgspec
from aiohttp import web
from aiohttp.test_utils import TestServer

from adapter.prometheus.client import ClientLimits, PrometheusClient
from adapter.prometheus.observer import SILENT, EngineObserver
from adapter.prometheus.servers import parse_server
from tests.support.clock import ManualClock

EMPTY = '{"status":"success","data":{"resultType":"vector","result":[]}}'


@dataclass(slots=True, kw_only=True)
class Peer:
    """`gate` holds every answer back until it is set; `names` are answered to who lists the names of series.

    With `evaluate` the body is what it makes of the query, instead of `body`.
    """

    status: int = 200
    body: str = EMPTY
    names: tuple[str, ...] = ()
    evaluate: Callable[[str], str] | None = None
    headers: Mapping[str, str] = field(default_factory=dict)
    gate: asyncio.Event = field(default_factory=asyncio.Event)
    requests: list[web.BaseRequest] = field(default_factory=list)
    forms: list[dict[str, str]] = field(default_factory=list)
    arrived: asyncio.Event = field(default_factory=asyncio.Event)

    async def answer(self, request: web.Request) -> web.Response:
        self.requests.append(request)
        sent = (await request.post()) if request.method == "POST" else request.query
        form = {key: str(value) for key, value in sent.items()}
        if request.path.endswith("/api/v1/query"):
            self.forms.append(form)
        self.arrived.set()
        await self.gate.wait()
        lists_names = self.status == HTTPStatus.OK and request.path.endswith("/label/__name__/values")
        text = msgspec.json.encode({"status": "success", "data": self.names}).decode() if lists_names else self.body
        if self.evaluate is not None and self.status == HTTPStatus.OK and "query" in form:
            text = self.evaluate(form["query"])
        return web.Response(status=self.status, text=text, headers=self.headers)


def vector(*samples: tuple[Mapping[str, str], str]) -> str:
    """The body of an answer with these labels and values, all at 2025-01-01T00:00:00Z."""
    result = [{"metric": labels, "value": [1735689600, value]} for labels, value in samples]
    body = {"status": "success", "data": {"resultType": "vector", "result": result}}
    return msgspec.json.encode(body).decode()


@asynccontextmanager
async def serving(peer: Peer, *, suffix: str = "") -> AsyncIterator[str]:
    """The URL of `peer`, which ends in `suffix`, with credentials `user:hidden`."""
    app = web.Application()
    app.router.add_route("*", "/{path:.*}", peer.answer)
    async with TestServer(app, host="127.0.0.1") as server:
        yield f"http://user:hidden@127.0.0.1:{server.port}{suffix}"
        peer.gate.set()


@asynccontextmanager
async def connected(
    peer: Peer, *, suffix: str = "", limits: ClientLimits | None = None, observer: EngineObserver = SILENT
) -> AsyncIterator[PrometheusClient]:
    """A client of `peer`, whose URL ends in `suffix`."""
    limits = limits or ClientLimits()
    async with serving(peer, suffix=suffix) as url:
        server = parse_server(url)
        async with PrometheusClient.connect(server, ManualClock(), limits=limits, observer=observer) as client:
            yield client
