"""Grouped reads through an engine, on a peer that makes of queries what Prometheus would."""

import asyncio
import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from adapter.externalmetrics.answers import Answer, Found
from adapter.externalmetrics.engine import EngineLimits, run_engine
from adapter.externalmetrics.grouping import GroupLimits
from adapter.externalmetrics.provider import ExternalMetricsProvider
from adapter.kube.selectors import parse_selector
from adapter.prometheus.observer import Silent, Ungrouped
from adapter.prometheus.servers import parse_server
from tests.support.clock import ManualClock
from tests.support.prometheus_peer import Peer, serving, vector
from tests.unit.adapter.externalmetrics.ruletexts import load, rule_text

BY_NAME = "'sum(<<.Series>>{<<.LabelMatchers>>}) by (name)'"


WINDOW = GroupLimits().window_seconds


class Notes(Silent):
    """An observer that remembers how reads were grouped, and why not."""

    def __init__(self) -> None:
        self.grouped_reads: list[int] = []
        self.reasons: list[str] = []

    def grouped(self, metric: str, reads: int) -> None:  # noqa: ARG002 -- there is one metric
        self.grouped_reads.append(reads)

    def ungrouped(self, metric: str, reason: Ungrouped) -> None:  # noqa: ARG002 -- there is one metric
        self.reasons.append(reason)


class Reads:
    """Reads through an engine on a peer, whose clock passes the window of grouping as soon as somebody waits for it."""

    def __init__(self, provider: ExternalMetricsProvider, clock: ManualClock) -> None:
        self._provider = provider
        self.clock = clock

    async def one(self, name: str, *, timeout_seconds: float = 60.0) -> Answer:
        return await self._provider.values(
            namespace="team-a",
            metric="queue_lag",
            selector=parse_selector(f"name={name}"),
            fresh=True,
            timeout_seconds=timeout_seconds,
        )

    def expect(self, name: str) -> None:
        selector = parse_selector(f"name={name}")
        self._provider.expect(namespace="team-a", metric="queue_lag", selector=selector, max_age_seconds=2)

    def renew(self, name: str) -> None:
        self._provider.renew(namespace="team-a", metric="queue_lag", selector=parse_selector(f"name={name}"))

    async def at_once(self, *names: str) -> dict[str, Answer]:
        async with asyncio.TaskGroup() as tasks:
            reading = {name: tasks.create_task(self.one(name)) for name in names}
            await self.clock.advance(WINDOW)
        return {name: task.result() for name, task in reading.items()}


@asynccontextmanager
async def engine(peer: Peer, notes: Notes | None = None, query: str = BY_NAME) -> AsyncIterator[Reads]:
    clock, rules = ManualClock(), load(rule_text(metricsQuery=query, cache="2s"))
    observer = notes or Notes()
    async with (
        serving(peer) as url,
        run_engine(rules, parse_server(url), clock, limits=EngineLimits(), observer=observer) as provider,
    ):
        yield Reads(provider, clock)


def store(values: dict[str, str], *, single: Callable[[str], str] = str) -> Callable[[str], str]:
    """What Prometheus makes of our queries when it holds these values by name; `single` falsifies lone answers."""

    def evaluate(query: str) -> str:
        found = re.search(r'name(=~?)"([^"]*)"', query)
        assert found is not None
        grouped = "namespace" in query.rpartition(" by ")[2]
        more, chosen = {"namespace": "team-a"} if grouped else {}, set(found[2].split("|"))
        samples = [
            ({"name": name, **more}, value if grouped else single(value))
            for name, value in values.items()
            if name in chosen
        ]
        return vector(*samples)

    return evaluate


def value(answer: Answer) -> str | None:
    assert isinstance(answer, Found), answer
    return answer.items[0].value if answer.items else None


def queries(peer: Peer) -> list[str]:
    return [form["query"] for form in peer.forms]


SINGLE = 'sum(queue_lag{{name="{}",namespace="team-a"}}) by (name)'
