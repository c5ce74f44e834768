"""An engine on a peer, and reads of it, for tests."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from adapter.externalmetrics.answers import Answer
from adapter.externalmetrics.engine import EngineLimits, run_engine
from adapter.externalmetrics.provider import ExternalMetricsProvider
from adapter.externalmetrics.rules import RuleSet
from adapter.kube.selectors import parse_selector
from adapter.prometheus.observer import SILENT, EngineObserver
from adapter.prometheus.servers import parse_server
from tests.support.clock import ManualClock
from tests.support.prometheus_peer import Peer, serving
from tests.unit.adapter.externalmetrics.ruletexts import load, rule_text

RULES = load(rule_text())


SENT = 'sum(queue_lag{namespace="team-a"}) by ()'


@asynccontextmanager
async def engine(
    peer: Peer, rules: RuleSet = RULES, clock: ManualClock | None = None, observer: EngineObserver = SILENT
) -> AsyncIterator[ExternalMetricsProvider]:
    async with (
        serving(peer) as url,
        run_engine(
            rules, parse_server(url), clock or ManualClock(), limits=EngineLimits(), observer=observer
        ) as provider,
    ):
        yield provider


async def read(
    provider: ExternalMetricsProvider, metric: str = "queue_lag", selector: str = "", *, fresh: bool = False
) -> Answer:
    return await provider.values(namespace="team-a", metric=metric, selector=parse_selector(selector), fresh=fresh)
