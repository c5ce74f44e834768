"""Claims about every `Metrics`: what can't be read is a value."""

import pytest

from scaler.algorithm.model import MetricUnavailable
from tests.contracts.ports.worlds import World
from tests.support.metric_builders import Metric, cpu, external, object_value, pods_metric


@pytest.mark.parametrize("fresh", [True, False])
@pytest.mark.parametrize(
    "metric", [external(1), object_value(1), pods_metric({}), cpu({})], ids=["External", "Object", "Pods", "Resource"]
)
async def test_a_missing_metric_is_unavailable(world: World, metric: Metric, fresh: bool) -> None:
    found = await world.ports.metrics.read(world.namespace, metric.spec, "app=worker", fresh=fresh)
    assert isinstance(found, MetricUnavailable)
