"""Claims about every `Events`: one that repeats is counted up, another one stands for itself."""

from datetime import timedelta

from scaler.algorithm.decision import Event, EventType
from tests.contracts.ports.worlds import World
from tests.support.metric_builders import NOW

RESCALED = Event(type=EventType.NORMAL, reason="SuccessfulRescale", message="New size: 3")
RESCALED_AGAIN = Event(type=EventType.NORMAL, reason="SuccessfulRescale", message="New size: 5")
FAILED = Event(type=EventType.WARNING, reason="FailedGetExternalMetric", message="down")
LATER = timedelta(minutes=2)


async def test_an_event_is_published_once(world: World) -> None:
    autoscaler = await world.create_autoscaler("worker")
    await world.ports.events.publish(autoscaler, [RESCALED], NOW)
    assert {"SuccessfulRescale": [1]} == await world.event_counts("worker")


async def test_an_event_that_repeats_is_counted_up(world: World) -> None:
    autoscaler = await world.create_autoscaler("worker")
    for number in range(3):
        await world.ports.events.publish(autoscaler, [FAILED], NOW + number * LATER)
    assert {"FailedGetExternalMetric": [3]} == await world.event_counts("worker")


async def test_events_of_one_sync_are_all_published(world: World) -> None:
    autoscaler = await world.create_autoscaler("worker")
    await world.ports.events.publish(autoscaler, [FAILED, RESCALED], NOW)
    assert {"FailedGetExternalMetric": [1], "SuccessfulRescale": [1]} == await world.event_counts("worker")


async def test_another_message_is_another_event(world: World) -> None:
    autoscaler = await world.create_autoscaler("worker")
    await world.ports.events.publish(autoscaler, [RESCALED], NOW)
    await world.ports.events.publish(autoscaler, [RESCALED_AGAIN], NOW + LATER)
    assert {"SuccessfulRescale": [1, 1]} == await world.event_counts("worker")


async def test_each_autoscaler_has_its_own_events(world: World) -> None:
    for name in ("one", "two"):
        await world.ports.events.publish(await world.create_autoscaler(name), [FAILED], NOW)
    assert {"FailedGetExternalMetric": [1]} == await world.event_counts("two")
