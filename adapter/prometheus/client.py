"""What does this Prometheus server say? Instant queries and label values over HTTP, each with a deadline."""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime
from http import HTTPStatus
from typing import TypeVar

import aiohttp
from multidict import MultiDict

from adapter.prometheus.errors import PrometheusBroken, PrometheusBusy, PrometheusTimeout
from adapter.prometheus.failures import refusal_of, unreachable_of
from adapter.prometheus.samples import AnswerError, QueryResult, decode_names, decode_query
from adapter.prometheus.servers import PrometheusServer

Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True, kw_only=True)
class ClientLimits:
    """How much one server may be asked at a time.

    `concurrency` stays below Prometheus' own cap of 20 evaluations; `waiting` requests may queue for a free place, the
    next one fails at once; an answer of more than `answer_bytes`, some 30,000 series, is refused: reading it would keep
    everybody else waiting.
    """

    concurrency: int = 16
    waiting: int = 1000
    connect_seconds: float = 3.0
    answer_bytes: int = 4 * 1024 * 1024


class PrometheusClient:
    """Asks one server. Every method raises a PrometheusError and nothing else when the world fails."""

    def __init__(self, *, session: aiohttp.ClientSession, server: PrometheusServer, limits: ClientLimits) -> None:
        self.server = server
        self._session = session
        self._limits = limits
        self._places = asyncio.Semaphore(limits.concurrency)
        self._waiting = 0

    @classmethod
    @asynccontextmanager
    async def connect(
        cls, server: PrometheusServer, limits: ClientLimits | None = None
    ) -> AsyncIterator["PrometheusClient"]:
        """A client with a pool of connections that closes with the context. Nothing is sent yet."""
        limits = limits or ClientLimits()
        # Compressing an answer of one sample costs Prometheus several times what evaluating it does.
        headers = {"Accept-Encoding": "identity", "Accept": "application/json"}
        if server.authorization is not None:
            headers["Authorization"] = server.authorization
        connector = aiohttp.TCPConnector(limit=limits.concurrency, keepalive_timeout=60)
        async with aiohttp.ClientSession(connector=connector, headers=headers) as session:
            yield cls(session=session, server=server, limits=limits)

    async def query(self, promql: str, *, timeout_seconds: float) -> QueryResult:
        """The samples that `promql` has now, within `timeout_seconds`, which Prometheus is told too.

        No evaluation time is sent: Prometheus' own now is the only one that can't be late.
        """
        form = {"query": promql, "timeout": _duration(timeout_seconds)}
        request = _Request(method="POST", path="api/v1/query", params=MultiDict(), form=form, what="query failed")
        return await self._ask(request, decode_query, timeout_seconds)

    async def label_values(self, label: str, *, match: str, since: datetime, timeout_seconds: float) -> tuple[str, ...]:
        """The values of `label` on the series that `match` selects and that were seen since then."""
        params = MultiDict({"match[]": match, "start": f"{since.timestamp():.3f}"})
        path = f"api/v1/label/{label}/values"
        request = _Request(method="GET", path=path, params=params, form={}, what="listing series names failed")
        return await self._ask(request, decode_names, timeout_seconds)

    async def _ask(self, request: "_Request", decode: Callable[[bytes], Answer], timeout_seconds: float) -> Answer:
        try:
            async with asyncio.timeout(timeout_seconds):
                async with self._place(request):
                    body = await self._send(request, timeout_seconds)
            return decode(body)
        except aiohttp.ConnectionTimeoutError as error:
            raise unreachable_of(self.server, request.what, error) from error
        except TimeoutError as error:
            raise PrometheusTimeout(self._text(request, f"no answer within {_duration(timeout_seconds)}")) from error
        except aiohttp.ClientError as error:
            raise unreachable_of(self.server, request.what, error) from error
        except AnswerError as error:
            raise PrometheusBroken(self._text(request, str(error))) from error

    @asynccontextmanager
    async def _place(self, request: "_Request") -> AsyncIterator[None]:
        if self._places.locked() and self._waiting >= self._limits.waiting:
            raise PrometheusBusy(self._text(request, f"{self._waiting} requests wait for this server already"))
        self._waiting += 1
        try:
            await self._places.acquire()
        finally:
            self._waiting -= 1
        try:
            yield
        finally:
            self._places.release()

    async def _send(self, request: "_Request", timeout_seconds: float) -> bytes:
        try:
            return await self._send_once(request, timeout_seconds)
        except (aiohttp.ServerDisconnectedError, aiohttp.ClientConnectionResetError):
            # A kept connection that the other side closed meanwhile. Reading twice does no harm.
            return await self._send_once(request, timeout_seconds)

    async def _send_once(self, request: "_Request", timeout_seconds: float) -> bytes:
        url = self.server.endpoint(request.path).extend_query(request.params)
        timeout = aiohttp.ClientTimeout(total=timeout_seconds, sock_connect=self._limits.connect_seconds)
        form = request.form or None
        async with self._session.request(
            request.method, url, data=form, timeout=timeout, allow_redirects=False
        ) as response:
            body = await self._read(response)
            if response.status != HTTPStatus.OK:
                raise refusal_of(self.server, request.what, response, body)
            return body

    async def _read(self, response: aiohttp.ClientResponse) -> bytes:
        body = bytearray()
        async for chunk in response.content.iter_any():
            body += chunk
            if len(body) > self._limits.answer_bytes:
                raise AnswerError(
                    f"the answer is larger than {self._limits.answer_bytes} bytes: aggregate in the query"
                )
        return bytes(body)

    def _text(self, request: "_Request", cause: str) -> str:
        return f"{self.server.name}: {request.what}: {cause}"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Request:
    method: str
    path: str
    params: MultiDict[str]
    form: Mapping[str, str]
    what: str


def _duration(seconds: float) -> str:
    """As Prometheus reads a duration: whole milliseconds, at least one."""
    milliseconds = max(1, round(seconds * 1000))
    return f"{milliseconds // 1000}s" if milliseconds % 1000 == 0 else f"{milliseconds}ms"
