"""A peer on loopback that answers in place of Prometheus as a test says, and notes what it was asked."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from http import HTTPStatus

import msgspec
from aiohttp import web
from aiohttp.test_utils import TestServer

from adapter.prometheus.client import ClientLimits, PrometheusClient
from adapter.prometheus.servers import parse_server

EMPTY = '{"status":"success","data":{"resultType":"vector","result":[]}}'


@dataclass(slots=True, kw_only=True)
class Peer:
    """`gate` holds every answer back until it is set; `names` are answered to who lists the names of series."""

    status: int = 200
    body: str = EMPTY
    names: tuple[str, ...] = ()
    headers: Mapping[str, str] = field(default_factory=dict)
    gate: asyncio.Event = field(default_factory=asyncio.Event)
    requests: list[web.BaseRequest] = field(default_factory=list)
    forms: list[dict[str, str]] = field(default_factory=list)
    arrived: asyncio.Event = field(default_factory=asyncio.Event)

    async def answer(self, request: web.Request) -> web.Response:
        self.requests.append(request)
        if request.method == "POST":
            self.forms.append({key: str(value) for key, value in (await request.post()).items()})
        self.arrived.set()
        await self.gate.wait()
        lists_names = self.status == HTTPStatus.OK and request.path.endswith("/label/__name__/values")
        text = msgspec.json.encode({"status": "success", "data": self.names}).decode() if lists_names else self.body
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
    peer: Peer, *, suffix: str = "", limits: ClientLimits | None = None
) -> AsyncIterator[PrometheusClient]:
    """A client of `peer`, whose URL ends in `suffix`."""
    async with serving(peer, suffix=suffix) as url, PrometheusClient.connect(parse_server(url), limits) as client:
        yield client
