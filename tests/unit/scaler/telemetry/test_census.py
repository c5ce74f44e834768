"""Claims about `scaler.telemetry.census`: what is told of all autoscalers, and of how many by name."""

from dataclasses import dataclass, field

import pytest
from prometheus_client import CollectorRegistry

from adapter.kube.meta import NamespacedName
from scaler.api.autoscaler import AutoscalerId
from scaler.api.kinds import AutoscalerKind
from scaler.controller.notes import NO_NOTES
from scaler.telemetry.census import MOST_AUTOSCALERS, Census
from tests.golden.cases import CASES


def autoscaler(name: str, kind: AutoscalerKind = AutoscalerKind.ZERO_POD_AUTOSCALER) -> AutoscalerId:
    return AutoscalerId(kind=kind, key=NamespacedName("jobs", name))


@dataclass(slots=True)
class World:
    """A census of a scaler whose leadership and autoscalers a test can change."""

    leads: bool = True
    gone: set[AutoscalerId] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.census = Census(leads=lambda: self.leads, is_there=lambda key: key not in self.gone)
        self.registry = CollectorRegistry()
        self.registry.register(self.census)

    census: Census = field(init=False)
    registry: CollectorRegistry = field(init=False)

    def synced(self, name: str, case: str) -> None:
        self.census.synced(autoscaler(name), CASES[case], NO_NOTES)

    def value(self, name: str, **labels: str) -> float | None:
        return self.registry.get_sample_value(f"lagzero_scaler_{name}", labels)

    def series(self, name: str) -> int:
        return sum(len(family.samples) for family in self.registry.collect() if family.name == f"lagzero_scaler_{name}")


@pytest.mark.parametrize(
    ("state", "expected"), [("Active", 1), ("ScaledToZero", 2), ("Paused", 0), ("PausedExplicitly", 1), ("Unknown", 1)]
)
def test_autoscalers_are_counted_by_state_those_of_none_too(state: str, expected: int) -> None:
    world = World()
    for number, case in enumerate(["asleep", "asleep", "paused-explicitly", "scaled-up", "no-scale"]):
        world.synced(f"worker-{number}", case)
    assert expected == world.value("autoscalers_by_state", state=state)


def test_an_autoscaler_counts_by_its_newest_sync() -> None:
    world = World()
    for case in ("asleep", "woken"):
        world.synced("worker", case)
    assert (0, 1) == (
        world.value("autoscalers_by_state", state="ScaledToZero"),
        world.value("autoscalers_by_state", state="Active"),
    )


def test_an_autoscaler_in_trouble_is_counted_and_named() -> None:
    world = World()
    world.synced("fine", "scaled-up")
    world.synced("blind", "nothing-readable")
    assert (1, 1, 0) == (
        world.value("autoscalers_in_trouble", trouble="MetricsUnavailable"),
        world.value("autoscaler_trouble", trouble="MetricsUnavailable", autoscaler="jobs/blind"),
        world.value("autoscalers_in_trouble", trouble="WriteRefused"),
    )


def test_a_trouble_that_is_over_is_not_shown_any_more() -> None:
    world = World()
    world.synced("worker", "nothing-readable")
    world.synced("worker", "scaled-up")
    assert 0 == world.series("autoscaler_trouble")


def test_replicas_are_told_one_by_one() -> None:
    world = World()
    world.synced("worker", "scaled-up")
    counts = [world.value(f"autoscaler_{which}_replicas", autoscaler="jobs/worker") for which in ("current", "desired")]
    assert [3, 4] == counts


def test_a_count_that_nobody_could_read_is_not_told() -> None:
    world = World()
    world.synced("worker", "no-scale")
    assert [0, 0] == [world.series(f"autoscaler_{which}_replicas") for which in ("current", "desired")]


def test_a_stock_autoscaler_is_told_from_ours_of_its_name() -> None:
    world = World()
    world.synced("worker", "scaled-up")
    world.census.synced(autoscaler("worker", AutoscalerKind.HORIZONTAL_POD_AUTOSCALER), CASES["asleep"], NO_NOTES)
    name = "HorizontalPodAutoscaler jobs/worker"
    assert (3, 0) == (
        world.value("autoscaler_current_replicas", autoscaler="jobs/worker"),
        world.value("autoscaler_current_replicas", autoscaler=name),
    )


def test_an_autoscaler_that_is_gone_is_not_told_of() -> None:
    world = World()
    world.synced("worker", "nothing-readable")
    world.gone.add(autoscaler("worker"))
    assert (0, 0, 0) == (
        world.value("autoscalers_by_state", state="Active"),
        world.series("autoscaler_trouble"),
        world.series("autoscaler_current_replicas"),
    )


def test_who_does_not_lead_tells_nothing() -> None:
    world = World(leads=False)
    world.synced("worker", "scaled-up")
    assert [0] * 3 == [
        world.series(name) for name in ("autoscalers_by_state", "autoscalers_in_trouble", "autoscaler_current_replicas")
    ]


def test_who_leads_again_has_forgotten_what_was_before() -> None:
    world = World()
    world.synced("worker", "nothing-readable")
    world.leads = False
    assert 0 == world.series("autoscaler_trouble")
    world.leads = True
    assert (0, 0) == (world.series("autoscaler_trouble"), world.value("autoscalers_by_state", state="Active"))


def test_all_are_counted_and_500_named() -> None:
    world = World()
    for number in range(MOST_AUTOSCALERS + 1):
        world.synced(f"worker-{number}", "scaled-up")
    assert (501, 500) == (
        world.value("autoscalers_by_state", state="Active"),
        world.series("autoscaler_current_replicas"),
    )


def test_one_in_trouble_is_named_however_many_there_are_without() -> None:
    world = World()
    for number in range(MOST_AUTOSCALERS + 1):
        world.synced(f"worker-{number}", "scaled-up")
    world.synced("the-last", "refused-write")
    assert 1 == world.value("autoscaler_trouble", trouble="WriteRefused", autoscaler="jobs/the-last")


def test_when_all_are_in_trouble_500_are_named() -> None:
    world = World()
    for number in range(MOST_AUTOSCALERS + 1):
        world.synced(f"worker-{number}", "nothing-readable")
    assert (501, 500) == (
        world.value("autoscalers_in_trouble", trouble="MetricsUnavailable"),
        world.series("autoscaler_trouble"),
    )
