"""How is the engine put together? Rules, servers, a cache and the background listing of names, as one context."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from adapter.externalmetrics.announcements import announce
from adapter.externalmetrics.asking import Asker
from adapter.externalmetrics.cache import AnswerCache
from adapter.externalmetrics.discovery import Discovery, DiscoveryLimits
from adapter.externalmetrics.grouping import Grouping, GroupLimits
from adapter.externalmetrics.keeping import Keeping
from adapter.externalmetrics.provider import ExternalMetricsProvider
from adapter.externalmetrics.reading import Reading
from adapter.externalmetrics.rulefiles import load_rules_from
from adapter.externalmetrics.rules import RuleSet
from adapter.externalmetrics.serverentries import servers_of
from adapter.process.clock import Clock
from adapter.prometheus.client import ClientLimits
from adapter.prometheus.fleet import Fleet
from adapter.prometheus.observer import SILENT, EngineObserver
from adapter.prometheus.servers import PrometheusServer, parse_server


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineLimits:
    """`cache_size` in answers and items; what a server may be asked; how reads are grouped; how names are listed."""

    cache_size: int = 100_000
    client: ClientLimits = field(default_factory=ClientLimits)
    group: GroupLimits = field(default_factory=GroupLimits)
    discovery: DiscoveryLimits = field(default_factory=DiscoveryLimits)


@asynccontextmanager
async def build_engine(
    rules_path: Path, prometheus_url: str, clock: Clock, *, limits: EngineLimits | None = None
) -> AsyncIterator[ExternalMetricsProvider]:
    """A provider for the rules of a file or folder; the URL is that of the server which rules use that name none.

    It never waits for a server to begin with. Raises RulesError and ServerError before anything is started.
    """
    rules, server = load_rules_from(rules_path), parse_server(prometheus_url)
    async with run_engine(rules, server, clock, limits=limits or EngineLimits()) as provider:
        yield provider


@asynccontextmanager
async def run_engine(
    rules: RuleSet,
    server: PrometheusServer,
    clock: Clock,
    *,
    limits: EngineLimits,
    observer: EngineObserver = SILENT,
) -> AsyncIterator[ExternalMetricsProvider]:
    """A provider for rules and a default server that are read already. What the body raises leaves as it is."""
    try:
        async with asyncio.TaskGroup() as tasks:
            servers = servers_of(rules.servers, server)
            fleet = Fleet(servers, clock, limits=limits.client, tasks=tasks, observer=observer)
            asker = Asker(fleet, clock, observer)
            cache = AnswerCache(clock=clock, tasks=tasks, size=limits.cache_size)

            def new_grouping(keep: Keeping) -> Grouping:
                return Grouping(asker, clock, tasks=tasks, keep=keep, observer=observer, limits=limits.group)

            reading = Reading(
                fleet=fleet, default=server, cache=cache, new_grouping=new_grouping, observer=observer, clock=clock
            )
            provider = ExternalMetricsProvider(rules=rules, reading=reading, observer=observer)
            announce(rules, observer)
            discovery = Discovery(fleet=fleet, clock=clock, consumer=provider, limits=limits.discovery)
            background = tasks.create_task(discovery.run())
            try:
                yield provider
            finally:
                background.cancel()
                reading.close()
                await fleet.close()
    except BaseExceptionGroup as group:
        if len(group.exceptions) == 1:
            raise group.exceptions[0] from None
        raise
