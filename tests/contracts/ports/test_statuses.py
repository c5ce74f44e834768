"""Claims about every `Statuses`: what was written is what is read, whole."""

from dataclasses import replace

from scaler.api.autoscaler import AutoscalerStatus
from scaler.api.conditions import Condition
from scaler.api.metric_status import ExternalMetricStatus
from scaler.api.types import MetricIdentifier, Milli
from scaler.controller.ports import NotWritten, Written
from tests.contracts.ports.real_world import RealHandles
from tests.contracts.ports.worlds import KIND, World
from tests.support.metric_builders import NOW

FULL = AutoscalerStatus(
    observed_generation=1,
    last_scale_time=NOW,
    current_replicas=3,
    desired_replicas=5,
    current_metrics=(ExternalMetricStatus(metric=MetricIdentifier(name="lag"), average_value=Milli(30_000)),),
    conditions=(Condition(type="AbleToScale", status="True", reason="Ready", message="yes", last_transition=NOW),),
    memory={"adoptedZero": {"kind": "other", "manager": "kubectl"}},
    state="Active",
    targets="30/30 (avg)",
)
BARE = AutoscalerStatus(observed_generation=1, state="Paused", targets="<none>")


async def status_of(world: World) -> AutoscalerStatus:
    return (await world.autoscaler("worker")).status


async def test_a_status_that_was_written_is_read_whole(world: World) -> None:
    autoscaler = await world.create_autoscaler("worker")
    assert (Written(), FULL) == (await world.ports.statuses.write(autoscaler, FULL), await status_of(world))


async def test_what_the_next_status_does_not_say_is_gone(world: World) -> None:
    autoscaler = await world.create_autoscaler("worker")
    await world.ports.statuses.write(autoscaler, FULL)
    await world.ports.statuses.write(autoscaler, BARE)
    assert BARE == await status_of(world)


async def test_a_part_of_the_memory_that_is_not_said_again_is_gone(world: World) -> None:
    autoscaler = await world.create_autoscaler("worker")
    await world.ports.statuses.write(autoscaler, replace(FULL, memory={"one": 1, "deep": {"two": 2, "three": 3}}))
    told = await world.autoscaler("worker")
    await world.ports.statuses.write(told, replace(FULL, memory={"deep": {"two": 2}}))
    assert {"deep": {"two": 2}} == (await status_of(world)).memory


async def test_a_status_of_nobody_is_not_written(world: World) -> None:
    autoscaler = await world.create_autoscaler("worker")
    stranger = replace(autoscaler, key=replace(autoscaler.key, name="stranger"))
    answer = await world.ports.statuses.write(stranger, FULL)
    assert isinstance(answer, NotWritten)
    assert '"stranger" not found' in answer.message


async def test_zero_replicas_are_stored_as_zero(real: RealHandles) -> None:
    """Printed by Go they would be left out, and the column would be empty."""
    autoscaler = await real.create_autoscaler("worker")
    await real.ports.statuses.write(autoscaler, BARE)
    stored = await real.raw_status("worker")
    assert (0, 0) == (stored["currentReplicas"], stored["desiredReplicas"])


async def test_fields_that_hold_nothing_are_not_stored(real: RealHandles) -> None:
    autoscaler = await real.create_autoscaler("worker")
    await real.ports.statuses.write(autoscaler, FULL)
    await real.ports.statuses.write(autoscaler, BARE)
    expected = {"observedGeneration", "currentReplicas", "desiredReplicas", "state", "targets"}
    assert expected == set(await real.raw_status("worker"))


async def test_one_that_was_deleted_and_made_again_does_not_get_the_old_ones_status(real: RealHandles) -> None:
    old = await real.create_autoscaler("remade")
    await real.client.delete(f"/apis/{KIND.api_version}/namespaces/{real.namespace}/{KIND.plural}/remade")
    await real.create_autoscaler("remade")
    answer = await real.ports.statuses.write(old, AutoscalerStatus(current_replicas=7))
    assert (True, AutoscalerStatus()) == (isinstance(answer, NotWritten), (await real.autoscaler("remade")).status)
