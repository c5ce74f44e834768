"""Claims about `scaler.controller.shown`: which word `status.state` has, above all where something is in the way."""

from dataclasses import replace

import pytest
from structlog.testing import capture_logs

from adapter.kube.selectors import parse_selector
from scaler.algorithm.model import SelectorFault
from scaler.controller.overlap import Neighbour
from scaler.controller.pause import PAUSED
from tests.support.builders import HUMAN
from tests.support.fakes import FakeRivals
from tests.support.metric_builders import ready_pods
from tests.unit.scaler.controller.seen import ID, KEY, target
from tests.unit.scaler.controller.syncing import Controller, asleep, controller

OTHER = replace(ID, key=replace(KEY, name="other"))
NEAR = Neighbour(id=OTHER, selector=parse_selector("app=worker"))


def state(made: Controller) -> str:
    return made.world.statuses.stored[KEY].state


async def test_without_a_target_the_state_says_so() -> None:
    made = controller()
    await made.sync()
    made.world.scales.stored.clear()
    await made.sync_after(15)
    assert "NoTarget" == state(made)


async def test_with_a_rival_the_state_says_so() -> None:
    made = controller()
    made.world.rivals = FakeRivals(others=(OTHER,))
    await made.sync()
    assert "AmbiguousTarget" == state(made)


async def test_a_sleeper_with_a_rival_too() -> None:
    made = await asleep()
    made.world.rivals = FakeRivals(others=(OTHER,))
    await made.sync_after(1)
    assert "AmbiguousTarget" == state(made)


async def test_when_the_rival_is_gone_the_state_is_what_it_was() -> None:
    made = await asleep()
    made.world.rivals = FakeRivals(others=(OTHER,))
    await made.sync_after(1)
    made.world.rivals = FakeRivals()
    await made.sync_after(1)
    assert "ScaledToZero" == state(made)


async def test_when_pods_are_shared_the_state_says_so() -> None:
    made = controller()
    made.world.rivals = FakeRivals(neighbours=(NEAR,))
    made.world.pods.pods = ready_pods(1)
    await made.sync()
    assert "AmbiguousSelector" == state(made)


async def test_without_a_selector_the_state_says_so() -> None:
    made = controller()
    made.world.scales.put(target(3, selector=""))
    await made.sync()
    assert "InvalidSelector" == state(made)


async def test_pods_that_could_not_be_listed_are_no_fault_of_the_autoscalers() -> None:
    fault = SelectorFault(reason="FailedGetPods", condition_reason="FailedGetPods", condition_message="", message="")
    made = controller()
    made.world.rivals = FakeRivals(neighbours=(NEAR,))
    made.world.pods.pods = fault
    await made.sync()
    assert "Active" == state(made)


async def test_a_spec_that_cannot_be_read_is_said() -> None:
    made = controller()
    made.wanted = replace(made.wanted, fault="spec.metrics[0]: not a quantity")
    await made.sync()
    told = ("False", "InvalidSpec", "the autoscaler can't be read: spec.metrics[0]: not a quantity")
    assert ("InvalidSpec", 3, told) == (state(made), made.count, made.condition("ScalingActive"))


async def test_while_somebody_fights_it_the_state_says_so() -> None:
    made = controller()
    await made.sync()
    for _ in range(2):
        made.human_scales(2)
        await made.sync_after(61)
    assert "Contested" == state(made)


@pytest.mark.parametrize("annotations", [{}, {PAUSED: "true"}], ids=["by a zero", "by an annotation"])
async def test_a_pause_counts_for_more_than_a_fight(annotations: dict[str, str]) -> None:
    made = controller()
    await made.sync()
    for _ in range(2):
        made.human_scales(2)
        await made.sync_after(61)
    made.wanted = replace(made.wanted, annotations=annotations)
    if not annotations:
        made.scales(0, HUMAN)
    with capture_logs():
        await made.sync_after(1)
    assert state(made).startswith("Paused")
