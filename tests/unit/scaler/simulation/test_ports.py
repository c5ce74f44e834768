"""The simulated world is as strict as a cluster about whom it is asked for."""

from dataclasses import replace

from adapter.kube.meta import NamespacedName
from scaler.api.autoscaler import AutoscalerStatus
from scaler.controller.ports import NotWritten, Written
from scaler.simulation.clock import VirtualClock
from scaler.simulation.ports import WorldPods, WorldStatuses
from scaler.simulation.world import World, world_at_start
from tests.unit.scaler.simulation.scenes import scenario_of


def world() -> World:
    return world_at_start(scenario_of(workload="{replicas: 2}"), VirtualClock())


async def test_only_the_targets_selector_finds_its_pods() -> None:
    pods = WorldPods(world())
    found = [await pods.read("default", "app=worker"), await pods.read("default", "app=other")]
    assert [2, 0] == [len(listed) if isinstance(listed, tuple) else -1 for listed in found]


async def test_a_status_is_written_under_a_new_version() -> None:
    made = world()
    before = made.autoscaler
    answer = await WorldStatuses(made).write(before, AutoscalerStatus(current_replicas=2))
    assert (Written(), 2, True) == (
        answer,
        made.autoscaler.status.current_replicas,
        made.autoscaler.resource_version != before.resource_version,
    )


async def test_the_status_of_an_autoscaler_that_is_not_there_is_not_written() -> None:
    made = world()
    stranger = replace(made.autoscaler, key=NamespacedName("default", "other"))
    answer = await WorldStatuses(made).write(stranger, AutoscalerStatus())
    assert isinstance(answer, NotWritten)
