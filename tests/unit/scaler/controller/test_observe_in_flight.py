"""Work in flight is read where somebody asked for it and there is a worker that could have some."""

from scaler.algorithm.memory import Activation, Memory
from scaler.algorithm.model import Observation, Scale
from scaler.api.types import ExternalMetricSource, ZeroSpec
from scaler.controller.observe import observe
from tests.support.builders import SETTINGS, spec
from tests.support.fakes import FakeWorld
from tests.support.metric_builders import NOW, external_average, unavailable
from tests.unit.scaler.controller.seen import autoscaler, target, world

BACKLOG = external_average(90)
WORK = external_average(3, target=1, name="jobs_running")
ASLEEP = Memory(activation=Activation(scaled_to_zero=True))


async def seen(made: FakeWorld) -> Observation:
    assert isinstance(WORK.spec, ExternalMetricSource)
    wanted = autoscaler(spec(BACKLOG, min_replicas=0, zero=ZeroSpec(in_flight=WORK.spec)))
    return (await observe(wanted, ASLEEP, NOW, made.ports, SETTINGS)).observation


async def test_it_is_seen_apart_from_the_metrics_that_ask_for_replicas() -> None:
    observation = await seen(world(BACKLOG, WORK))
    assert ((BACKLOG.reading,), WORK.reading) == (observation.readings, observation.in_flight)


async def test_it_is_asked_for_with_the_others_at_once() -> None:
    made = world(BACKLOG, WORK)
    await seen(made)
    assert [(BACKLOG.spec, False), (WORK.spec, False)] == made.metrics.asked


async def test_a_sleeping_target_is_not_asked_for_it() -> None:
    made = world(BACKLOG, WORK, has=target(0))
    observation = await seen(made)
    assert ([(BACKLOG.spec, True)], None) == (made.metrics.asked, observation.in_flight)
    assert isinstance(observation.scale, Scale)


async def test_work_that_cannot_be_read_is_a_value() -> None:
    broken = unavailable(WORK)
    assert broken.reading == (await seen(world(BACKLOG, broken))).in_flight
