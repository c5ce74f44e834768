"""A hint is told once for a metric of a rule, and counted every time."""

import pytest
import structlog

from adapter.externalmetrics.catalog import Served
from adapter.externalmetrics.hints import Hints
from adapter.externalmetrics.plans import Plan, plan_of
from adapter.kube.selectors import EVERYTHING
from adapter.prometheus.observer import Silent
from adapter.prometheus.servers import parse_server
from tests.unit.adapter.externalmetrics.ruletexts import only_rule


class Counts(Silent):
    """An observer that counts hints by metric."""

    def __init__(self) -> None:
        self.severals: list[str] = []
        self.partials: list[str] = []

    def several(self, metric: str) -> None:
        self.severals.append(metric)

    def partial(self, metric: str) -> None:
        self.partials.append(metric)


def plan(metric: str) -> Plan:
    served = Served(rule=only_rule(), series="queue_lag")
    found = plan_of(served, parse_server("http://h:9090"), metric=metric, namespace="team-a", selector=EVERYTHING)
    assert isinstance(found, Plan)
    return found


@pytest.fixture
def counts() -> Counts:
    return Counts()


def test_several_series_are_told_once_and_counted_each_time(counts: Counts) -> None:
    hints = Hints(counts)
    with structlog.testing.capture_logs() as told:
        for items in (2, 3):
            hints.several(plan("m"), items)
    assert (["m", "m"], [("m", 2)]) == (counts.severals, [(line["metric"], line["series"]) for line in told])


def test_a_partial_answer_is_told_once_with_the_servers_words_and_counted_each_time(counts: Counts) -> None:
    hints = Hints(counts)
    with structlog.testing.capture_logs() as told:
        for _ in range(2):
            hints.partial(plan("m"), "a store did not answer")
    assert (["m", "m"], ["a store did not answer"]) == (counts.partials, [line["reason"] for line in told])


def test_another_metric_and_another_hint_are_told_too(counts: Counts) -> None:
    hints = Hints(counts)
    with structlog.testing.capture_logs() as told:
        hints.several(plan("m"), 2)
        hints.several(plan("n"), 2)
        hints.partial(plan("m"), "a store did not answer")
    assert 3 == len(told)


def test_a_hint_names_the_rule_and_the_query(counts: Counts) -> None:
    with structlog.testing.capture_logs() as told:
        Hints(counts).several(plan("m"), 2)
    [line] = told
    assert ("rules.yaml:2", 'sum(queue_lag{namespace="team-a"}) by ()') == (line["rule"], line["query"])


def test_however_many_metrics_there_are_the_hints_end(counts: Counts) -> None:
    hints = Hints(counts)
    with structlog.testing.capture_logs() as told:
        for number in range(1_010):
            hints.several(plan(f"m{number}"), 2)
    assert (1_010, 1_000) == (len(counts.severals), len(told))
