"""Scenario 1: the external metrics API through the aggregator, as kubectl shows it."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from e2e.control_plane.lagzero import Adapter
from e2e.control_plane.manifests import API_SERVICE
from e2e.control_plane.patience import eventually
from e2e.scenarios.stage import Stage

pytestmark = pytest.mark.usefixtures("adapter")


@pytest.fixture
def without_prometheus(stage: Stage, adapter: Adapter) -> Iterator[Stage]:
    """Prometheus is stopped for one test; afterwards the adapter has it back."""
    assert adapter.program.process.poll() is None
    stage.prometheus.stop()
    yield stage
    stage.prometheus.start()
    path = stage.metric_path()
    eventually("the adapter answers again", lambda: stage.cluster.admin.get(path).code == 200, within=120)


def _items(stage: Stage) -> list[dict[str, Any]]:
    items: list[dict[str, Any]] = json.loads(stage.kubectl("get", "--raw", stage.metric_path()))["items"]
    return items


def test_the_backlog_of_a_queue_is_read_through_the_aggregator(stage: Stage) -> None:
    stage.put(7)
    items = eventually("the value is 7", lambda: _items(stage), wanted=lambda seen: [i["value"] for i in seen] == ["7"])
    assert (items[0]["metricName"], items[0]["metricLabels"]) == ("queue_consumer_lag", {"name": "worker_tasks"})


def test_the_api_is_available(stage: Stage) -> None:
    shown = stage.kubectl("get", "apiservice", API_SERVICE).splitlines()[1].split()
    assert shown[:3] == [API_SERVICE, "lagzero-system/lagzero-adapter", "True"]


def test_discovery_lists_the_metric_without_a_warning(stage: Stage) -> None:
    stage.put(1)
    eventually("the metric is discovered", lambda: "queue_consumer_lag" in _resources(stage), within=120)
    # A kind that another scenario has just taken away is in the server's own list for a moment longer.
    eventually(
        "everything is discovered without a warning",
        lambda: stage.cluster.kubectl.run("api-resources"),
        wanted=lambda said: (said.status, said.error) == (0, ""),
    )


def test_an_unknown_metric_is_not_found(stage: Stage) -> None:
    said = stage.cluster.kubectl.run("get", "--raw", stage.metric_path("no_such_metric"))
    assert (said.status, said.error.startswith("Error from server (NotFound): ")) == (1, True), said.error
    assert "no_such_metric" in said.error


def test_a_queue_that_is_not_there_is_an_empty_list(stage: Stage) -> None:
    stage.put(1)
    assert json.loads(stage.kubectl("get", "--raw", stage.metric_path(queue="no_such_queue")))["items"] == []


def test_without_prometheus_the_cause_is_told(without_prometheus: Stage) -> None:
    stage = without_prometheus
    path = stage.metric_path()
    answer = eventually("an error", lambda: stage.cluster.admin.get(path), wanted=lambda seen: 500 <= seen.code <= 599)
    said = stage.cluster.kubectl.run("get", "--raw", path)
    assert said.status == 1
    assert "connect" in said.error.lower(), (said.error, answer.text)


def test_without_prometheus_the_api_stays_available(without_prometheus: Stage) -> None:
    shown = without_prometheus.kubectl("get", "apiservice", API_SERVICE).splitlines()[1].split()
    assert shown[2] == "True"


def _resources(stage: Stage) -> str:
    return stage.kubectl("api-resources", "--api-group=external.metrics.k8s.io", "--cached=false")
