"""Claims about `scaler.cluster.neighbours`: whose pods may be shared, from the workloads that are watched."""

from dataclasses import dataclass

import msgspec

from adapter.kube.selectors import parse_selector
from scaler.api.types import CrossVersionObjectReference
from scaler.cluster.neighbours import ClusterRivals
from scaler.cluster.rivals import Targets
from scaler.cluster.workloads import WORKLOAD_KINDS, WireWorkload, WorkloadCache
from tests.support.clock import ManualClock
from tests.unit.scaler.cluster.clients import cached, idle_client, scale_kinds
from tests.unit.scaler.cluster.test_rivals import named
from tests.unit.scaler.controller.seen import autoscaler

MINE, OTHER = autoscaler().id, named("other")
SELECTOR = parse_selector("app=worker")


@dataclass(frozen=True, slots=True, kw_only=True)
class Namespace:
    rivals: ClusterRivals
    deployments: WorkloadCache
    clock: ManualClock


def deployment(name: str, **labels: str) -> WireWorkload:
    document = {"metadata": {"name": name, "namespace": "jobs"}, "spec": {"selector": {"matchLabels": labels}}}
    return msgspec.convert(document, WireWorkload)


def rivals_of(*workloads: WireWorkload, other: str = "web") -> ClusterRivals:
    return namespace_of(*workloads, other=other).rivals


def namespace_of(*workloads: WireWorkload, other: str = "web") -> Namespace:
    """MINE scales `worker`, OTHER the named Deployment."""
    targets, caches = Targets(), {kind: WorkloadCache(kind) for kind in WORKLOAD_KINDS}
    for autoscaler_id, name in ((MINE, "worker"), (OTHER, other)):
        reference = CrossVersionObjectReference(kind="Deployment", name=name, api_version="apps/v1")
        targets.put(autoscaler_id, reference)
    caches[WORKLOAD_KINDS[0]].replaced(workloads, None)
    clock = ManualClock()
    client = idle_client()
    rivals = ClusterRivals(targets=targets, kinds=scale_kinds(client, cached(client, caches), clock), clock=clock)
    return Namespace(rivals=rivals, deployments=caches[WORKLOAD_KINDS[0]], clock=clock)


def near(rivals: ClusterRivals) -> list[str]:
    return [neighbour.id.key.name for neighbour in rivals.near(autoscaler(), SELECTOR)]


def test_a_target_whose_selector_may_choose_the_same_pods_is_near() -> None:
    assert ["other"] == near(rivals_of(deployment("worker", app="worker"), deployment("web", tier="front")))


def test_a_target_with_another_value_of_a_label_is_not() -> None:
    assert [] == near(rivals_of(deployment("worker", app="worker"), deployment("web", app="web")))


def test_the_same_target_is_another_matter() -> None:
    assert [] == near(rivals_of(deployment("worker", app="worker"), other="worker"))


def test_a_target_that_is_not_there_is_nobodys_neighbour() -> None:
    assert [] == near(rivals_of(deployment("worker", app="worker")))


async def test_a_target_that_comes_later_is_found_a_few_seconds_later() -> None:
    made = namespace_of(deployment("worker", app="worker"))
    before = near(made.rivals)
    made.deployments.applied(deployment("web", tier="front"))
    at_once = near(made.rivals)
    await made.clock.advance(5)
    assert ([], [], ["other"]) == (before, at_once, near(made.rivals))


async def test_a_target_that_is_gone_is_forgotten_a_few_seconds_later() -> None:
    made = namespace_of(deployment("worker", app="worker"), deployment("web", tier="front"))
    before = near(made.rivals)
    made.deployments.deleted(deployment("web", tier="front"))
    await made.clock.advance(5)
    assert (["other"], []) == (before, near(made.rivals))


def test_another_selector_is_looked_up_anew() -> None:
    rivals = rivals_of(deployment("worker", app="worker"), deployment("web", app="web"))
    found = [len(rivals.near(autoscaler(), parse_selector(text))) for text in ("app=worker", "app=web", "app=worker")]
    assert [0, 1, 0] == found
