"""Which series exist for the rules that only give a pattern? Listed in the background, names only."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from types import MappingProxyType
from typing import Never, Protocol, Self

import structlog

from adapter.externalmetrics.catalog import queries_to_discover
from adapter.externalmetrics.rules import RuleSet
from adapter.process.clock import Clock
from adapter.prometheus.client import PrometheusClient
from adapter.prometheus.errors import PrometheusError

_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class SeriesNames:
    """Names by series query; and for those whose last listing failed, why. A failure keeps the names of before."""

    found: Mapping[str, Sequence[str]]
    failures: Mapping[str, str]

    @classmethod
    def unknown(cls) -> Self:
        return cls(found=MappingProxyType({}), failures=MappingProxyType({}))


@dataclass(frozen=True, slots=True, kw_only=True)
class DiscoveryLimits:
    """How often names are listed, how long a series counts after its last sample, how many names a query may have.

    `retry_seconds` is how long to wait after a round in which a listing failed.
    """

    interval_seconds: float = 60.0
    retry_seconds: float = 10.0
    window: timedelta = timedelta(hours=1)
    names_per_query: int = 10_000
    timeout_seconds: float = 10.0


class Consumer(Protocol):
    """Who is told, and whose rules say what to list. Setting `names_wanted` asks for a round before its time."""

    names_wanted: asyncio.Event

    @property
    def rules(self) -> RuleSet: ...
    def names_found(self, names: SeriesNames) -> None: ...


class Discovery:
    """Lists names at its start and then every interval."""

    def __init__(
        self, *, client: PrometheusClient, clock: Clock, consumer: Consumer, limits: DiscoveryLimits | None = None
    ) -> None:
        self._client = client
        self._clock = clock
        self._consumer = consumer
        self._limits = limits or DiscoveryLimits()
        self._names = SeriesNames.unknown()

    async def run(self) -> Never:
        while True:
            await self.round()
            limits = self._limits
            await self._pause(limits.retry_seconds if self._names.failures else limits.interval_seconds)

    async def round(self) -> None:
        """List the names of every query once, all at a time, and tell the consumer. One that fails spoils no other."""
        queries = queries_to_discover(self._consumer.rules)
        async with asyncio.TaskGroup() as tasks:
            listings = {query: tasks.create_task(self._list(query)) for query in queries}
        found: dict[str, Sequence[str]] = {}
        failures: dict[str, str] = {}
        for query, listing in listings.items():
            names = listing.result()
            if not isinstance(names, PrometheusError):
                found[query] = names
                continue
            failures[query] = str(names)
            _log.warning("listing series names failed", series_query=query, cause=str(names))
            if query in self._names.found:
                found[query] = self._names.found[query]
        self._names = SeriesNames(found=MappingProxyType(found), failures=MappingProxyType(failures))
        self._consumer.names_found(self._names)

    async def _pause(self, seconds: float) -> None:
        async with asyncio.TaskGroup() as tasks:
            sleeping = tasks.create_task(self._clock.sleep(seconds))
            wanted = tasks.create_task(self._consumer.names_wanted.wait())
            await asyncio.wait((sleeping, wanted), return_when=asyncio.FIRST_COMPLETED)
            sleeping.cancel()
            wanted.cancel()
        self._consumer.names_wanted.clear()

    async def _list(self, query: str) -> tuple[str, ...] | PrometheusError:
        since = self._clock.now() - self._limits.window
        try:
            names = await self._client.label_values(
                "__name__", match=query, since=since, timeout_seconds=self._limits.timeout_seconds
            )
        except PrometheusError as error:
            return error
        if len(names) > self._limits.names_per_query:
            _log.warning("too many series names, the rest is left out", series_query=query, names=len(names))
        return names[: self._limits.names_per_query]
