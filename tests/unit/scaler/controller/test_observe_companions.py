"""Claims about `scaler.controller.observe`: what it sees of rivals, and of a companion's target."""

import pytest

from scaler.algorithm.memory import Activation, Memory
from scaler.algorithm.model import WriterKind
from scaler.api.autoscaler import Autoscaler
from scaler.api.companion import Companion
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


@pytest.mark.parametrize(("count", "claim", "is_left"), [(0, True, True), (0, False, False), (2, True, False)])
async def test_a_companion_that_cannot_be_woken_any_more_is_said_to_be_left_at_zero(
    count: int, claim: bool, is_left: bool
) -> None:
    made = world(BACKLOG, has=target(count))
    aside = companion(companion=Companion(asked="0", min_replicas=0))
    known = Memory(activation=Activation(scaled_to_zero=claim))
    found = (await observe(aside, known, NOW, made.ports, SETTINGS)).observation.obstacle
    assert found is not None
    assert ("StandingAside", is_left) == (found.reason, "Deployment/worker was left at zero" in found.message)


async def test_to_a_companion_the_stock_controller_is_somebody_else() -> None:
    made = world(BACKLOG, has=target(0, writer=STOCK))
    writers = [(await seen(made, each)).observation.replicas_writer.kind for each in (autoscaler(), companion())]
    assert [WriterKind.STOCK, WriterKind.OTHER] == writers
