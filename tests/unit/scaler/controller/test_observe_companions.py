"""Claims about `scaler.controller.observe`: what it sees of rivals, and of a companion's target."""

from scaler.algorithm.memory import Activation, Memory
from scaler.algorithm.model import WriterKind
from scaler.api.autoscaler import Autoscaler
from scaler.controller.observe import Seen, observe
from tests.support.builders import SETTINGS, STOCK
from tests.support.fakes import FakeWorld
from tests.support.metric_builders import NOW, external_average
from tests.unit.scaler.controller.seen import autoscaler, companion, target, world

BACKLOG = external_average(90)


async def seen(made: FakeWorld, wanted: Autoscaler) -> Seen:
    return await observe(wanted, Memory(activation=Activation(scaled_to_zero=True)), NOW, made.ports, SETTINGS)


async def test_with_a_rival_no_metric_is_read_and_the_rival_is_seen() -> None:
    made = world(BACKLOG)
    made.rivals.others = (companion().id,)
    found = (await seen(made, autoscaler())).observation.obstacle
    assert found is not None
    assert ("AmbiguousTarget", []) == (found.reason, made.metrics.asked)


async def test_a_rival_is_seen_even_without_a_target() -> None:
    made = FakeWorld()
    made.rivals.others = (companion().id,)
    assert (await seen(made, autoscaler())).observation.obstacle is not None


async def test_of_a_companions_target_only_the_border_of_zero_is_ours() -> None:
    made = world(BACKLOG)
    ranges = [(await seen(made, each)).whole_range for each in (autoscaler(), companion())]
    assert [True, False] == ranges


async def test_to_a_companion_the_stock_controller_is_somebody_else() -> None:
    made = world(BACKLOG, has=target(0, writer=STOCK))
    writers = [(await seen(made, each)).observation.replicas_writer.kind for each in (autoscaler(), companion())]
    assert [WriterKind.STOCK, WriterKind.OTHER] == writers
