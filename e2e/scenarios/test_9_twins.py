"""Scenario 9: twins under one load, one driven by the stock controller with its gate on, one by ours in parity mode."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import pytest

from e2e.control_plane.lagzero import Adapter, Sources, start_scaler
from e2e.control_plane.patience import now_seconds, pause
from e2e.control_plane.processes import Program
from e2e.scenarios.objects import QUEUE, stock_autoscaler, zero_autoscaler
from e2e.scenarios.pace import Pace
from e2e.scenarios.stage import Stage

_LOAD: Final = (0, 80, 130, 20, 0)
_STOCK, _OURS = "stock", "ours"
_LOOK_SECONDS: Final = 0.25
# From the broker to Prometheus and through the adapter's cache: a sample may be this much older for one of the two.
_SAMPLE_SECONDS: Final = 2.5
# So late may either of them be on a machine that has much else to do. With a period it is less than the window for
# scaling down: a twin that goes by another window is found out.
_BUSY_SECONDS: Final = 3.5


@dataclass(frozen=True, slots=True)
class Look:
    """Both counts at one moment."""

    at_seconds: float
    stock: int
    ours: int


@pytest.fixture
def parity(gated_stage: Stage, gated_adapter: Adapter, sources: Sources, pace: Pace) -> Iterator[Program]:
    """Our scaler with every deviation off and the stock controller's pace."""
    assert gated_adapter.program.process.poll() is None
    flags = (
        "--parity",
        f"--sync-period={pace.period_seconds}s",
        f"--wake-interval={pace.period_seconds}s",
        f"--downscale-stabilization={pace.downscale_seconds}s",
    )
    processes = gated_stage.cluster.processes
    program = start_scaler(gated_stage.cluster, processes, sources, flags)
    yield program
    processes.stop(program)


@pytest.mark.timeout(900, func_only=True)
@pytest.mark.usefixtures("parity")
def test_twins_have_the_same_counts_within_one_sync(
    gated_stage: Stage, pace: Pace, capsys: pytest.CaptureFixture[str]
) -> None:
    stage = gated_stage
    for name in (_STOCK, _OURS):
        stage.run_idlers(1, name=name)
    stage.cluster.kubectl.apply(
        stock_autoscaler(stage.namespace, least=0, name=_STOCK),
        zero_autoscaler(stage.namespace, name=_OURS, wake="Policies"),
    )
    looks = [look for before, tasks in pairwise((0, *_LOAD)) for look in _step(stage, before, tasks, pace)]
    told = f"stock: {_told(looks, lambda look: look.stock)}\nours:  {_told(looks, lambda look: look.ours)}"
    with capsys.disabled():
        print(f"\n{told}")
    assert {look.stock for look in looks} >= {0, 1, 3, 5}, told
    assert _apart(looks, pace.period_seconds + _SAMPLE_SECONDS + _BUSY_SECONDS) == [], told


def _step(stage: Stage, before: int, tasks: int, pace: Pace) -> Iterator[Look]:
    if tasks < before:
        stage.broker.purge(stage.namespace, QUEUE)
        before = 0
    stage.broker.publish(stage.namespace, QUEUE, tasks - before)
    end = now_seconds() + pace.step_seconds
    while now_seconds() < end:
        yield Look(now_seconds(), stage.replicas(_STOCK), stage.replicas(_OURS))
        pause(_LOOK_SECONDS)


def _apart(looks: Sequence[Look], tolerance_seconds: float) -> list[Look]:
    """The looks at which one has a count that the other doesn't have within the tolerance, before or after."""
    begin, end = looks[0].at_seconds + tolerance_seconds, looks[-1].at_seconds - tolerance_seconds
    found = []
    for look in looks:
        if begin <= look.at_seconds <= end:
            near = [each for each in looks if abs(each.at_seconds - look.at_seconds) <= tolerance_seconds]
            alike = look.ours in {each.stock for each in near} and look.stock in {each.ours for each in near}
            found += [] if alike else [look]
    return found


def _told(looks: Sequence[Look], count: Callable[[Look], int]) -> str:
    """Each change of the count, with its second."""
    changes = [looks[0], *(now for before, now in pairwise(looks) if count(before) != count(now))]
    return ", ".join(f"{count(look)} at {look.at_seconds - looks[0].at_seconds:.1f} s" for look in changes)
