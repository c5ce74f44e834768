"""However many read, a Prometheus is asked little: a query for all of them, when the last answer has grown old."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from adapter.externalmetrics.answers import Found
from adapter.externalmetrics.provider import ExternalMetricsProvider
from adapter.kube.selectors import parse_selector
from tests.support.clock import ManualClock
from tests.support.prometheus_peer import Peer
from tests.unit.adapter.externalmetrics.enginereads import engine
from tests.unit.adapter.externalmetrics.groupreads import BY_NAME, Notes, store
from tests.unit.adapter.externalmetrics.ruletexts import load, rule_text

AUTOSCALERS = 500
PERIOD_SECONDS = 15.0
NAMES = [f"queue-{number}" for number in range(AUTOSCALERS)]


class Cluster:
    """Autoscalers that read one after the other, each once in a period."""

    def __init__(self, provider: ExternalMetricsProvider, clock: ManualClock, peer: Peer) -> None:
        self._provider = provider
        self._clock = clock
        self._peer = peer

    async def queries_of(self, *, periods: int) -> int:
        """How many queries so many periods cost; every read has to have its value."""
        before = len(self._peer.forms)
        for _ in range(periods):
            for name in NAMES:
                await self._clock.advance(PERIOD_SECONDS / AUTOSCALERS)
                answer = await self._provider.values(
                    namespace="team-a", metric="queue_lag", selector=parse_selector(f"name={name}"), fresh=False
                )
                assert isinstance(answer, Found)
                assert ["7"] == [item.value for item in answer.items]
        return len(self._peer.forms) - before


@asynccontextmanager
async def cluster(notes: Notes) -> AsyncIterator[Cluster]:
    peer, clock = Peer(evaluate=store(dict.fromkeys(NAMES, "7"))), ManualClock()
    peer.gate.set()
    async with engine(peer, load(rule_text(metricsQuery=BY_NAME)), clock, notes) as provider:
        yield Cluster(provider, clock, peer)


@pytest.mark.timeout(120)
async def test_once_all_are_known_queries_are_forty_times_fewer_than_reads() -> None:
    async with cluster(Notes()) as autoscalers:
        await autoscalers.queries_of(periods=1)
        # Beyond the minute after which who reads no more is forgotten.
        queries = await autoscalers.queries_of(periods=5)
    assert queries <= 5 * AUTOSCALERS / 40


@pytest.mark.timeout(120)
async def test_newcomers_do_not_have_everybody_asked_for_again() -> None:
    """Else the work of a start would grow with the square of the readers: 125,000 for these five hundred."""
    notes = Notes()
    async with cluster(notes) as autoscalers:
        await autoscalers.queries_of(periods=1)
    # In a period each is new once, and is half as old as it may be at most three times.
    assert sum(notes.grouped_reads) <= 4 * AUTOSCALERS
