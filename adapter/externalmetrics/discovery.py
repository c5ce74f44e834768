"""Which series exist for the rules that only give a pattern? Listed in the background, names only."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from types import MappingProxyType
from typing import Never, Protocol, Self

import structlog

from adapter.externalmetrics.catalog import Listing, listings_of
from adapter.externalmetrics.rules import RuleSet
from adapter.process.clock import Clock
from adapter.prometheus.errors import PrometheusError
from adapter.prometheus.fleet import Fleet

_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class SeriesNames:
    """Names by listing; and for those that failed last, why. A failure keeps the names of before."""

    found: Mapping[Listing, Sequence[str]]
    failures: Mapping[Listing, str]

    @classmethod
    def unknown(cls) -> Self:
        return cls(found=MappingProxyType({}), failures=MappingProxyType({}))


@dataclass(frozen=True, slots=True, kw_only=True)
class DiscoveryLimits:
    """How often names are listed, how long a series counts after its last sample, how many names one may give.

    `retry_seconds` is how long to wait after a round in which a listing failed.
    """

    interval_seconds: float = 60.0
    retry_seconds: float = 10.0
    window: timedelta = timedelta(hours=1)
    names_per_listing: int = 10_000
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
        self, *, fleet: Fleet, clock: Clock, consumer: Consumer, limits: DiscoveryLimits | None = None
    ) -> None:
        self._fleet = fleet
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
        """List the names of every series query once, all at a time, and tell the consumer.

        One that fails spoils no other.
        """
        async with asyncio.TaskGroup() as tasks:
            rounds = {listing: tasks.create_task(self._list(listing)) for listing in listings_of(self._consumer.rules)}
        found: dict[Listing, Sequence[str]] = {}
        failures: dict[Listing, str] = {}
        for listing, done in rounds.items():
            names = done.result()
            if not isinstance(names, PrometheusError):
                found[listing] = names
                continue
            failures[listing] = str(names)
            _log.warning("listing series names failed", series_query=listing.series_query, cause=str(names))
            if listing in self._names.found:
                found[listing] = self._names.found[listing]
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

    async def _list(self, listing: Listing) -> tuple[str, ...] | PrometheusError:
        since = self._clock.now() - self._limits.window
        query, limits = listing.series_query, self._limits
        try:
            names = await self._fleet.client(listing.server).label_values(
                "__name__", match=query, since=since, timeout_seconds=limits.timeout_seconds
            )
        except PrometheusError as error:
            return error
        if len(names) > limits.names_per_listing:
            _log.warning("too many series names, the rest is left out", series_query=query, names=len(names))
        return names[: limits.names_per_listing]
