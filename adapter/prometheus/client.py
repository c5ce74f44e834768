"""What does this Prometheus server say to instant queries and label values? A silent one is left alone for a while."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from types import MappingProxyType
from typing import TypeVar

from adapter.kube.meta import format_time
from adapter.process.clock import Clock
from adapter.prometheus.breaker import BreakerLimits, CircuitBreaker
from adapter.prometheus.errors import (
    PrometheusBroken,
    PrometheusBusy,
    PrometheusError,
    PrometheusRefused,
    PrometheusShunned,
    PrometheusSilent,
    PrometheusTimeout,
    PrometheusUnreachable,
)
from adapter.prometheus.observer import SILENT, EngineObserver, QueryOutcome
from adapter.prometheus.questions import QueryQuestions, Question, label_values_question
from adapter.prometheus.samples import QueryResult, decode_names, decode_query
from adapter.prometheus.servers import PrometheusServer
from adapter.prometheus.transport import Transport, TransportLimits

Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True, kw_only=True)
class ClientLimits:
    """How much one server may be asked, and when it is left alone.

    Silence for less than `patience_seconds` doesn't count against the server: the question had no time.
    """

    transport: TransportLimits = field(default_factory=TransportLimits)
    breaker: BreakerLimits = field(default_factory=BreakerLimits)
    patience_seconds: float = 2.0


class PrometheusClient:
    """Asks one server. Every method raises a PrometheusError and nothing else when the world fails."""

    def __init__(
        self, server: PrometheusServer, clock: Clock, *, limits: ClientLimits, observer: EngineObserver = SILENT
    ) -> None:
        """A client to be closed by `close`. Nothing is sent yet. Needs a running loop."""
        self.server = server
        self._clock = clock
        self._limits = limits
        self._observer = observer
        self._queries = QueryQuestions(server)
        self._transport = Transport(server, clock, limits.transport)
        self._breaker = CircuitBreaker(limits.breaker, lambda state: observer.breaker_changed(server.name, state))

    @classmethod
    @asynccontextmanager
    async def connect(
        cls, server: PrometheusServer, clock: Clock, *, limits: ClientLimits, observer: EngineObserver = SILENT
    ) -> AsyncIterator["PrometheusClient"]:
        """A client that closes with the context."""
        client = cls(server, clock, limits=limits, observer=observer)
        try:
            yield client
        finally:
            await client.close()

    async def close(self) -> None:
        """Close every connection; requests on their way end as unreachable."""
        await self._transport.close()

    async def query(
        self, promql: str, *, timeout_seconds: float, namespace: str = "", at: datetime | None = None
    ) -> QueryResult:
        """The samples that `promql` has now, or had `at` a time, within `timeout_seconds`; Prometheus is told it, too.

        `namespace` fills the server's headers that name one.
        """
        question = self._queries.ask(promql, timeout_seconds=timeout_seconds, namespace=namespace, at=at)
        return await self._observed(question, decode_query, timeout_seconds)

    async def label_values(self, label: str, *, match: str, since: datetime, timeout_seconds: float) -> tuple[str, ...]:
        """The values of `label` on the series that `match` selects and that were seen since then."""
        question = label_values_question(self.server, label, match=match, since=since)
        return await self._observed(question, decode_names, timeout_seconds)

    async def _observed(self, question: Question, decode: Callable[[bytes], Answer], timeout_seconds: float) -> Answer:
        began = self._clock.monotonic()
        try:
            answer = await self._guarded(question, decode, timeout_seconds)
        except PrometheusError as error:
            self._observer.queried(self.server.name, _OUTCOMES[type(error)], self._clock.monotonic() - began)
            raise
        self._observer.queried(self.server.name, QueryOutcome.ANSWERED, self._clock.monotonic() - began)
        return answer

    async def _guarded(self, question: Question, decode: Callable[[bytes], Answer], timeout_seconds: float) -> Answer:
        """Ask, unless the server has been silent lately, and note whether it is."""
        if not self._breaker.allows(self._clock.monotonic()):
            raise PrometheusShunned(self._shunned(question))
        verdict: Callable[[], None] = self._breaker.abandoned
        try:
            answer = await self._transport.ask(question, decode, timeout_seconds)
            verdict = self._breaker.succeeded
        except (PrometheusUnreachable, PrometheusSilent) as error:
            if isinstance(error, PrometheusUnreachable) or timeout_seconds >= self._limits.patience_seconds:
                verdict = partial(self._breaker.failed, self._clock.monotonic(), self._clock.now(), str(error))
            raise
        except (PrometheusRefused, PrometheusBroken, PrometheusTimeout):
            verdict = self._breaker.succeeded
            raise
        finally:
            # Also for who gave up, or found no place: then the server has not been asked, or not to the end.
            verdict()
        return answer

    def _shunned(self, question: Question) -> str:
        outage = self._breaker.outage
        assert outage is not None, "the breaker stands against asking"
        return (
            f"{self.server.name}: {question.what}: not asked, because {outage.failures} requests in a row had no "
            f"answer since {format_time(outage.since)}; the last: {outage.cause.removeprefix(f'{self.server.name}: ')}"
        )


_OUTCOMES: MappingProxyType[type[PrometheusError], QueryOutcome] = MappingProxyType(
    {
        PrometheusRefused: QueryOutcome.REFUSED,
        PrometheusBroken: QueryOutcome.BROKEN,
        PrometheusTimeout: QueryOutcome.TIMEOUT,
        PrometheusSilent: QueryOutcome.TIMEOUT,
        PrometheusUnreachable: QueryOutcome.UNREACHABLE,
        PrometheusBusy: QueryOutcome.BUSY,
        PrometheusShunned: QueryOutcome.SHUNNED,
    }
)
