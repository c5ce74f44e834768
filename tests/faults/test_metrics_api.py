"""The metrics API is gone: nothing moves, and whoever scales by something else isn't touched."""

from pathlib import Path
from typing import Any

from tests.chain.polling import until
from tests.chain.worker import Worker
from tests.faults.audit import scaled, without_the_lease
from tests.faults.metrics_server import API_SERVICE, run_metrics_server
from tests.faults.world import World


def by_cpu(worker: Worker) -> dict[str, Any]:
    """The worker's autoscaler, by half of the cpu that its pods ask for."""
    target = {"type": "Utilization", "averageUtilization": 50}
    document = worker.autoscaler()
    document["spec"] |= {
        "minReplicas": 1,
        "metrics": [{"type": "Resource", "resource": {"name": "cpu", "target": target}}],
    }
    return document


def with_requests(worker: Worker, count: int) -> dict[str, Any]:
    document = worker.workload(count=count)
    document["spec"]["template"]["spec"]["containers"][0]["resources"] = {"requests": {"cpu": "100m"}}
    return document


def test_without_the_metrics_api_nothing_is_scaled_down(world: World, tmp_path: Path) -> None:
    red = world.start_scaler(flags={"--cpu-initialization-period": "0", "--initial-readiness-delay": "0"})
    cpu, queue = world.worker("cpu", red), world.worker("queue", red)
    try:
        with run_metrics_server(world.cluster, tmp_path) as metrics:
            metrics.cpu = "50m"
            world.cluster.create(with_requests(cpu, count=3))
            world.cluster.create(by_cpu(cpu))
            until("it is read", lambda: cpu.condition("ScalingActive"), lambda seen: seen[0] == "True")
        until(
            "it is missed",
            lambda: cpu.condition("ScalingActive"),
            lambda seen: seen[:2] == ("False", "FailedGetResourceMetric"),
        )
        queue.backlog(120)
        queue.create(count=2)
        queue.until_count(4)
        cpu.until_decided(4)
        seen = world.requests()
        assert (3, [], [("red", 4)]) == (cpu.count(), scaled(seen, "cpu"), scaled(seen, "queue"))
        assert [] == without_the_lease(seen)
    finally:
        world.cluster.delete(API_SERVICE)
