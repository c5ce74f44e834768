import pytest
import yaml

from e2e.demo import pace
from e2e.demo.parts import ROOT


@pytest.mark.parametrize(("tasks", "replicas"), [(0, 0), (1, 1), (30, 1), (31, 2), (200, 7), (300, 10), (900, 10)])
def test_one_replica_is_needed_for_each_thirty_tasks_begun_at_most_ten(tasks: int, replicas: int) -> None:
    assert replicas == pace.needed_replicas(tasks)


def test_the_example_asks_for_what_the_story_expects() -> None:
    _, autoscaler = yaml.safe_load_all((ROOT / "manifests" / "examples" / "worker.yaml").read_text())
    spec = autoscaler["spec"]
    external = {
        "metric": {"name": "queue_consumer_lag", "selector": {"matchLabels": {"name": "worker_tasks"}}},
        "target": {"type": "AverageValue", "averageValue": str(pace.TASKS_PER_REPLICA)},
    }
    assert {
        "minReplicas": 0,
        "maxReplicas": pace.MAX_REPLICAS,
        "metrics": [{"type": "External", "external": external}],
    } == {name: spec[name] for name in ("minReplicas", "maxReplicas", "metrics")}


def test_the_demo_says_how_far_it_is_shortened() -> None:
    assert all(
        text in pace.SHORTENED
        for text in (
            f"scrapes every {pace.SCRAPE_SECONDS} s",
            f"syncs every {pace.SYNC_SECONDS} s",
            f"scale-downs for {pace.STABILIZATION_SECONDS} s",
        )
    )
