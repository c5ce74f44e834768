"""Claims about every `Scales`: what a read tells, and which writes are carried out."""

import pytest

from scaler.algorithm.decision import Rescale
from scaler.algorithm.model import ScaleUnavailable, WriterKind
from scaler.api.types import CrossVersionObjectReference
from scaler.controller.ports import NotWritten, Target, Written
from tests.contracts.ports.worlds import World

DEPLOYMENT = CrossVersionObjectReference(kind="Deployment", name="worker", api_version="apps/v1")
STATEFUL_SET = CrossVersionObjectReference(kind="StatefulSet", name="worker", api_version="apps/v1")


REPLICA_SET = CrossVersionObjectReference(kind="ReplicaSet", name="worker", api_version="apps/v1")
CONTROLLER = CrossVersionObjectReference(kind="ReplicationController", name="worker", api_version="v1")
WIDGET = CrossVersionObjectReference(kind="Widget", name="worker", api_version="example.dev/v1")
KINDS = [DEPLOYMENT, STATEFUL_SET, REPLICA_SET, CONTROLLER, WIDGET]


@pytest.fixture(params=KINDS, ids=[each.kind for each in KINDS])
def reference(request: pytest.FixtureRequest) -> CrossVersionObjectReference:
    found: CrossVersionObjectReference = request.param
    return found


def rescale(current: int, desired: int) -> Rescale:
    return Rescale(current=current, desired=desired, reason="because")


async def read(world: World, reference: CrossVersionObjectReference) -> Target:
    found = await world.ports.scales.read(world.namespace, reference)
    assert isinstance(found, Target)
    return found


async def test_a_missing_target_is_unavailable_and_named(world: World, reference: CrossVersionObjectReference) -> None:
    found = await world.ports.scales.read(world.namespace, reference)
    assert isinstance(found, ScaleUnavailable)
    group = reference.api_version.rpartition("/")[0]
    qualified = f"{reference.kind.lower()}s.{group}" if group else f"{reference.kind.lower()}s"
    assert f'{qualified} "worker" not found' == found.message


async def test_a_target_of_another_namespace_is_unavailable(
    world: World, reference: CrossVersionObjectReference
) -> None:
    await world.create(reference, 3)
    assert isinstance(await world.ports.scales.read("elsewhere", reference), ScaleUnavailable)


async def test_a_target_is_told_with_its_count_and_selector(
    world: World, reference: CrossVersionObjectReference
) -> None:
    await world.create(reference, 3)
    scale = (await read(world, reference)).scale
    assert (3, "app=worker") == (scale.spec_replicas, scale.selector)


async def test_the_writer_of_a_count_that_others_wrote_is_another(
    world: World, reference: CrossVersionObjectReference
) -> None:
    await world.create(reference, 3)
    await world.human_scales(reference, 2)
    await world.tell(reference)
    writer = (await read(world, reference)).writer
    assert (WriterKind.OTHER, "kubectl") == (writer.kind, writer.manager)


async def test_a_write_onto_what_was_seen_is_carried_out(world: World, reference: CrossVersionObjectReference) -> None:
    await world.create(reference, 3)
    answer = await world.ports.scales.write(await read(world, reference), rescale(3, 5))
    assert (Written(), 5) == (answer, await world.count(reference))


async def test_what_was_written_is_seen_at_once_and_as_ours(
    world: World, reference: CrossVersionObjectReference
) -> None:
    await world.create(reference, 3)
    await world.ports.scales.write(await read(world, reference), rescale(3, 0))
    seen = await read(world, reference)
    assert (0, WriterKind.OURS) == (seen.scale.spec_replicas, seen.writer.kind)


async def test_what_was_written_is_still_ours_when_the_watch_tells_it(
    world: World, reference: CrossVersionObjectReference
) -> None:
    await world.create(reference, 3)
    await world.ports.scales.write(await read(world, reference), rescale(3, 0))
    await world.tell(reference)
    assert WriterKind.OURS is (await read(world, reference)).writer.kind


async def test_two_writes_may_follow_each_other_before_the_watch_tells(
    world: World, reference: CrossVersionObjectReference
) -> None:
    await world.create(reference, 3)
    await world.ports.scales.write(await read(world, reference), rescale(3, 5))
    answer = await world.ports.scales.write(await read(world, reference), rescale(5, 4))
    assert (Written(), 4) == (answer, await world.count(reference))


async def test_a_stale_version_is_read_again_and_written(world: World, reference: CrossVersionObjectReference) -> None:
    await world.create(reference, 3)
    seen = await read(world, reference)
    await world.touch(reference)
    assert (Written(), 5) == (await world.ports.scales.write(seen, rescale(3, 5)), await world.count(reference))


async def test_a_foreign_count_is_never_overwritten(world: World, reference: CrossVersionObjectReference) -> None:
    await world.create(reference, 3)
    seen = await read(world, reference)
    await world.human_scales(reference, 7)
    answer = await world.ports.scales.write(seen, rescale(3, 5))
    assert (True, 7) == (isinstance(answer, NotWritten), await world.count(reference))


async def test_a_refused_write_says_who_was_faster(world: World, reference: CrossVersionObjectReference) -> None:
    await world.create(reference, 3)
    seen = await read(world, reference)
    await world.human_scales(reference, 7)
    answer = await world.ports.scales.write(seen, rescale(3, 5))
    assert isinstance(answer, NotWritten)
    assert "7 by kubectl" in answer.message


async def test_a_zero_that_a_human_wrote_over_ours_is_never_overwritten(
    world: World, reference: CrossVersionObjectReference
) -> None:
    """Woken and put to zero again, all before the watch told of it: the count is the same, its meaning is not."""
    await world.create(reference, 3)
    await world.ports.scales.write(await read(world, reference), rescale(3, 0))
    seen = await read(world, reference)
    await world.human_scales(reference, 1)
    await world.human_scales(reference, 0)
    answer = await world.ports.scales.write(seen, rescale(0, 5))
    assert (True, 0) == (isinstance(answer, NotWritten), await world.count(reference))


async def test_a_stale_version_of_a_count_of_ours_is_read_again_and_written(
    world: World, reference: CrossVersionObjectReference
) -> None:
    await world.create(reference, 3)
    await world.ports.scales.write(await read(world, reference), rescale(3, 0))
    seen = await read(world, reference)
    await world.touch(reference)
    assert (Written(), 5) == (await world.ports.scales.write(seen, rescale(0, 5)), await world.count(reference))


async def test_a_target_that_is_gone_is_not_written(world: World, reference: CrossVersionObjectReference) -> None:
    await world.create(reference, 3)
    seen = await read(world, reference)
    await world.delete(reference)
    answer = await world.ports.scales.write(seen, rescale(3, 5))
    assert isinstance(answer, NotWritten)
    assert '"worker" not found' in answer.message
