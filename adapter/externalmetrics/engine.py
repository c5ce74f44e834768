"""How is the engine put together? Rules, one server, a cache and the background listing of names, as one context."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from adapter.externalmetrics.cache import AnswerCache
from adapter.externalmetrics.discovery import Discovery, DiscoveryLimits
from adapter.externalmetrics.provider import ExternalMetricsProvider
from adapter.externalmetrics.rulefiles import load_rules_from
from adapter.externalmetrics.rules import RuleSet
from adapter.process.clock import Clock
from adapter.prometheus.client import ClientLimits, PrometheusClient
from adapter.prometheus.servers import PrometheusServer, parse_server


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineLimits:
    """`cache_size` in answers and items; what a server may be asked; how names are listed."""

    cache_size: int = 100_000
    client: ClientLimits = field(default_factory=ClientLimits)
    discovery: DiscoveryLimits = field(default_factory=DiscoveryLimits)


@asynccontextmanager
async def build_engine(
    rules_path: Path, prometheus_url: str, clock: Clock, *, limits: EngineLimits | None = None
) -> AsyncIterator[ExternalMetricsProvider]:
    """A provider for the rules of a file or folder on the server at a URL. It never waits for the server to begin with.

    Raises RulesError and ServerError before anything is started.
    """
    rules, server = load_rules_from(rules_path), parse_server(prometheus_url)
    async with run_engine(rules, server, clock, limits=limits or EngineLimits()) as provider:
        yield provider


@asynccontextmanager
async def run_engine(
    rules: RuleSet, server: PrometheusServer, clock: Clock, *, limits: EngineLimits
) -> AsyncIterator[ExternalMetricsProvider]:
    """A provider for rules and a server that are read already. What the body raises leaves as it is."""
    try:
        async with PrometheusClient.connect(server, limits.client) as client, asyncio.TaskGroup() as tasks:
            cache = AnswerCache(clock=clock, tasks=tasks, size=limits.cache_size)
            provider = ExternalMetricsProvider(client=client, clock=clock, cache=cache, rules=rules)
            discovery = Discovery(client=client, clock=clock, consumer=provider, limits=limits.discovery)
            background = tasks.create_task(discovery.run())
            try:
                yield provider
            finally:
                background.cancel()
                cache.close()
    except BaseExceptionGroup as group:
        if len(group.exceptions) == 1:
            raise group.exceptions[0] from None
        raise
