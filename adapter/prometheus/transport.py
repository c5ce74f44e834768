"""How does a question get to a server and its answer back? Over HTTP, a few at a time, each with a deadline."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from http import HTTPStatus
from typing import TypeVar

import aiohttp

from adapter.process.clock import Clock
from adapter.prometheus.credentials import Credentials, CredentialsError, Presented
from adapter.prometheus.errors import (
    PrometheusBroken,
    PrometheusBusy,
    PrometheusRefused,
    PrometheusSilent,
    PrometheusUnreachable,
)
from adapter.prometheus.failures import refusal_of, unreachable_of
from adapter.prometheus.questions import Question, duration
from adapter.prometheus.samples import AnswerError
from adapter.prometheus.servers import PrometheusServer

Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True, kw_only=True)
class TransportLimits:
    """How much one server may be asked at a time.

    `concurrency` stays below Prometheus' own cap of 20 evaluations; `waiting` requests may queue for a free place, the
    next one fails at once; an answer of more than `answer_bytes`, some 30,000 series, is refused: reading it would keep
    everybody else waiting.
    """

    concurrency: int = 16
    waiting: int = 1000
    connect_seconds: float = 3.0
    answer_bytes: int = 4 * 1024 * 1024


class Transport:
    """A pool of connections to one server. Needs a running loop, and `close` at the end."""

    def __init__(self, server: PrometheusServer, clock: Clock, limits: TransportLimits) -> None:
        self._server = server
        self._limits = limits
        concurrency = server.concurrency or limits.concurrency
        connector = aiohttp.TCPConnector(limit=concurrency, keepalive_timeout=60)
        self._session = aiohttp.ClientSession(connector=connector)
        self._credentials = Credentials(server, clock)
        self._places = asyncio.Semaphore(concurrency)
        self._waiting = 0

    async def close(self) -> None:
        """Close every connection; requests on their way end as unreachable."""
        await self._session.close()

    async def ask(self, question: Question, decode: Callable[[bytes], Answer], timeout_seconds: float) -> Answer:
        """The decoded answer. Raises a PrometheusError, and nothing else, when the world fails."""
        try:
            async with asyncio.timeout(timeout_seconds):
                async with self._place(question):
                    body = await self._send(question, timeout_seconds)
            return decode(body)
        except aiohttp.ConnectionTimeoutError as error:
            raise unreachable_of(self._server, question.what, error) from error
        except TimeoutError as error:
            raise PrometheusSilent(self._text(question, f"no answer within {duration(timeout_seconds)}")) from error
        except aiohttp.ClientError as error:
            raise unreachable_of(self._server, question.what, error) from error
        except CredentialsError as error:
            raise PrometheusUnreachable(self._text(question, str(error))) from error
        except AnswerError as error:
            raise PrometheusBroken(self._text(question, str(error))) from error

    @asynccontextmanager
    async def _place(self, question: Question) -> AsyncIterator[None]:
        if self._places.locked() and self._waiting >= self._limits.waiting:
            raise PrometheusBusy(self._text(question, f"{self._waiting} requests wait for this server already"))
        self._waiting += 1
        try:
            await self._places.acquire()
        finally:
            self._waiting -= 1
        try:
            yield
        finally:
            self._places.release()

    async def _send(self, question: Question, timeout_seconds: float) -> bytes:
        presented = await self._credentials.current()
        try:
            return await self._send_once(question, presented, timeout_seconds)
        except (aiohttp.ServerDisconnectedError, aiohttp.ClientConnectionResetError):
            # A kept connection that the other side closed meanwhile. Reading twice does no harm.
            return await self._send_once(question, presented, timeout_seconds)
        except PrometheusRefused:
            renewed = await self._credentials.current()
            if renewed is presented:
                raise
            # The files hold others by now: a token that was replaced costs no question.
            return await self._send_once(question, renewed, timeout_seconds)

    async def _send_once(self, question: Question, presented: Presented, timeout_seconds: float) -> bytes:
        named = {header.name: header.value(question.namespace) for header in self._server.headers}
        async with self._session.request(
            question.method.value,
            question.url,
            data=question.form,
            headers={**named, **presented.headers},
            timeout=aiohttp.ClientTimeout(total=timeout_seconds, sock_connect=self._limits.connect_seconds),
            allow_redirects=False,
            ssl=True if presented.tls is None else presented.tls,
            server_hostname=self._server.tls.server_name,
        ) as response:
            body = await self._read(response)
            if response.status in {HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN}:
                self._credentials.doubt()
            if response.status != HTTPStatus.OK:
                raise refusal_of(self._server, question.what, response, body)
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

    def _text(self, question: Question, cause: str) -> str:
        return f"{self._server.name}: {question.what}: {cause}"
