"""What does `kubectl get --raw` show? The adapter's answer through the aggregation proxy, over TLS."""

from collections.abc import Callable
from urllib.parse import quote

import pytest

from tests.chain.cluster import Cluster
from tests.chain.worker import Worker
from tests.support.prometheus_server import RealPrometheus

METRICS = "/apis/external.metrics.k8s.io/v1beta1"


@pytest.mark.usefixtures("adapter")
def test_the_example_answers_the_backlog(cluster: Cluster, prometheus: RealPrometheus) -> None:
    prometheus.expose('queue_consumer_lag{name="worker_tasks",namespace="default"}', "42")
    selector = quote("name=worker_tasks", safe="")
    answer = cluster.get(f"{METRICS}/namespaces/default/queue_consumer_lag?labelSelector={selector}")
    (item,) = answer["items"]
    assert ("ExternalMetricValueList", "queue_consumer_lag", {"name": "worker_tasks"}, "42") == (
        answer["kind"],
        item["metricName"],
        item["metricLabels"],
        item["value"],
    )


@pytest.mark.parametrize("source", ["engine", "api"])
def test_a_scaler_reads_what_prometheus_says(named_worker: Callable[..., Worker], source: str) -> None:
    worker = named_worker(source)
    worker.backlog(75)
    worker.create(count=3)
    worker.until_reads(75)
