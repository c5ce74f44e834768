"""On a real Prometheus, grouped answers are those of single queries, for every shape that is grouped."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from adapter.externalmetrics.answers import Answer, Found
from adapter.externalmetrics.engine import EngineLimits, run_engine
from adapter.externalmetrics.grouping import GroupLimits
from adapter.externalmetrics.provider import ExternalMetricsProvider
from adapter.externalmetrics.rules import load_rules
from adapter.kube.selectors import parse_selector
from adapter.process.clock import SystemClock
from adapter.prometheus.observer import Silent, Ungrouped
from adapter.prometheus.servers import parse_server
from tests.support.prometheus_server import RealPrometheus

pytestmark = pytest.mark.integration

QUERIES = [
    "sum(<<.Series>>{<<.LabelMatchers>>}) by (<<.GroupBy>>)",
    "sum(<<.Series>>{<<.LabelMatchers>>}) by (name)",
    "max by (zone) (<<.Series>>{<<.LabelMatchers>>})",
    'count(<<.Series>>{zone!="",<<.LabelMatchers>>})',
    "avg(<<.Series>>{<<.LabelMatchers>>,zone=~'x|y'}) by (zone, name)",
    "<<.Series>>{<<.LabelMatchers>>}",
    "min(max_over_time(<<.Series>>{<<.LabelMatchers>>}[1h])) by (name)",
]
SELECTORS = ["name=a.b", "name=axb", "name=c", "name=nobody", "name=a.b,zone=x", "name=c,zone=y", "name=a.b,zone!=x"]
CORPUS = [
    ("team-a", "a.b", "x", "1"),
    ("team-a", "a.b", "y", "2.5"),
    ("team-a", "axb", "x", "4"),
    ("team-a", "c", "", "8"),
]
CORPUS += [("team-b", "a.b", "x", "16"), ("team-b", "c", "y", "0")]


class Notes(Silent):
    """An observer that counts grouped reads and keeps the reasons against grouping."""

    def __init__(self) -> None:
        self.reads = 0
        self.reasons: list[str] = []

    def grouped(self, metric: str, reads: int) -> None:  # noqa: ARG002 -- of any metric
        self.reads += reads

    def ungrouped(self, metric: str, reason: Ungrouped) -> None:
        self.reasons.append(f"{metric}: {reason}")


@pytest.fixture(scope="module")
def corpus(prometheus: RealPrometheus) -> RealPrometheus:
    for namespace, name, zone, value in CORPUS:
        zoned = f',zone="{zone}"' if zone else ""
        prometheus.expose(f'group_corpus{{namespace="{namespace}",name="{name}"{zoned}}}', value)
    return prometheus


@asynccontextmanager
async def engine(url: str, query: str, limits: GroupLimits, notes: Notes) -> AsyncIterator[ExternalMetricsProvider]:
    rules = load_rules(
        f"externalRules:\n- seriesQuery: group_corpus\n  metricsQuery: |-\n    {query}\n"
        "  resources: {overrides: {namespace: {resource: namespace}}}\n",
        source="rules.yaml",
    )
    limits_of_all = EngineLimits(group=limits)
    async with run_engine(rules, parse_server(url), SystemClock(), limits=limits_of_all, observer=notes) as provider:
        yield provider


async def answers(provider: ExternalMetricsProvider) -> dict[tuple[str, str], Answer]:
    reads = [(namespace, selector) for namespace in ("team-a", "team-b", "team-c") for selector in SELECTORS]
    async with asyncio.TaskGroup() as tasks:
        asked = {
            (namespace, selector): tasks.create_task(
                provider.values(
                    namespace=namespace, metric="group_corpus", selector=parse_selector(selector), fresh=True
                )
            )
            for namespace, selector in reads
        }
    return {read: task.result() for read, task in asked.items()}


def comparable(found: dict[tuple[str, str], Answer]) -> dict[tuple[str, str], object]:
    seen: dict[tuple[str, str], object] = {}
    for read, answer in found.items():
        assert isinstance(answer, Found), answer
        items = [(sorted((item.metric_labels or {}).items()), item.value) for item in answer.items]
        seen[read] = (answer.query, sorted(items))
    return seen


@pytest.mark.parametrize("query", QUERIES)
async def test_a_grouped_answer_is_that_of_single_queries(corpus: RealPrometheus, query: str) -> None:
    alone, together = Notes(), Notes()
    async with engine(corpus.url, query, GroupLimits(reads=1), alone) as provider:
        expected = comparable(await answers(provider))
    async with engine(corpus.url, query, GroupLimits(), together) as provider:
        assert expected == comparable(await answers(provider))
    assert (0, True, []) == (alone.reads, together.reads >= len(SELECTORS), together.reasons)


async def test_a_group_with_ages_answers_as_one_without(corpus: RealPrometheus) -> None:
    query = f"{QUERIES[1]}\n  maxAge: 1h"
    notes = Notes()
    async with engine(corpus.url, QUERIES[1], GroupLimits(reads=1), Notes()) as provider:
        expected = comparable(await answers(provider))
    async with engine(corpus.url, query, GroupLimits(), notes) as provider:
        assert expected == comparable(await answers(provider))
    assert (True, []) == (notes.reads >= len(SELECTORS), notes.reasons)
