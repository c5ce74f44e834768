"""Claims about `scaler.cluster.metrics`: each source of a metric is read from its own API."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from scaler.algorithm.model import MetricUnavailable
from scaler.api.types import UnknownMetricSource
from scaler.cluster.custom_metrics import CustomMetrics
from scaler.cluster.external_metrics import ApiExternalMetrics
from scaler.cluster.kinds import Kinds
from scaler.cluster.metrics import ClusterMetrics
from scaler.cluster.resource_metrics import ResourceMetrics
from tests.support.clock import ManualClock
from tests.support.http_peer import status_answer
from tests.support.metric_builders import Metric, container_cpu, cpu, external, object_value, pods_metric
from tests.unit.scaler.cluster.clients import client_of

if TYPE_CHECKING:
    from adapter.kube.client import KubeClient


def metrics_of(client: KubeClient) -> ClusterMetrics:
    return ClusterMetrics(
        external=ApiExternalMetrics(client),
        resource=ResourceMetrics(client=client),
        custom=CustomMetrics(client=client, kinds=Kinds(client=client, clock=ManualClock())),
    )


@pytest.mark.parametrize(
    ("metric", "path"),
    [
        (external(1), "/apis/external.metrics.k8s.io/v1beta1/namespaces/jobs/lag"),
        (cpu({}), "/apis/metrics.k8s.io/v1beta1/namespaces/jobs/pods"),
        (container_cpu({}), "/apis/metrics.k8s.io/v1beta1/namespaces/jobs/pods"),
        (pods_metric({}), "/apis/custom.metrics.k8s.io/v1beta2"),
        (object_value(1), "/apis/example.com/v1"),
    ],
    ids=["External", "Resource", "ContainerResource", "Pods", "Object"],
)
async def test_a_metric_is_asked_for_where_its_source_is(metric: Metric, path: str) -> None:
    async with client_of(status_answer(503)) as (client, peer):
        found = await metrics_of(client).read("jobs", metric.spec, "app=worker", fresh=False)
    assert (MetricUnavailable, path) == (type(found), peer.requests[0].path)


async def test_a_source_that_nobody_knows_is_unavailable_and_nothing_is_asked() -> None:
    async with client_of() as (client, peer):
        found = await metrics_of(client).read("jobs", UnknownMetricSource(type="Moon"), "app=worker", fresh=False)
    assert (MetricUnavailable(message='unknown metric source type "Moon"'), []) == (found, peer.requests)
