"""`spec.zero.initial`: a zero that is there at first sight may be adopted; one that is made later never is."""

from dataclasses import replace

import pytest

from scaler.algorithm.decision import ConditionUpdate, Decision, Rescale
from scaler.algorithm.memory import Activation, Memory
from scaler.algorithm.model import UNKNOWN_WRITER, Observation, ReplicasWriter
from scaler.api.conditions import ConditionType
from scaler.api.states import AutoscalerState
from scaler.api.types import InitialState, ZeroSpec
from tests.support.builders import HUMAN, STOCK, after, memory, observation, synced
from tests.support.metric_builders import external_average

BUSY = external_average(120, target=30)
ADOPTING = ZeroSpec(initial=InitialState.SCALED_TO_ZERO)
SCALED_TO_ZERO = AutoscalerState.SCALED_TO_ZERO
PAUSED = AutoscalerState.PAUSED


def _at_zero(writer: ReplicasWriter, *, zero: ZeroSpec = ADOPTING, seconds: float = 0) -> Observation:
    return observation(
        BUSY,
        spec_replicas=0,
        min_replicas=0,
        replicas_writer=writer,
        zero=zero,
        now=after(seconds),
    )


def _claims(decision: Decision) -> list[str]:
    return [
        f"{condition.status}/{condition.reason}"
        for condition in decision.conditions
        if isinstance(condition, ConditionUpdate) and condition.type is ConditionType.SCALED_TO_ZERO
    ]


def test_a_workload_created_at_zero_is_paused_by_default() -> None:
    assert synced(_at_zero(HUMAN, zero=ZeroSpec()), Memory.empty()).state == PAUSED


@pytest.mark.parametrize("writer", [HUMAN, UNKNOWN_WRITER, STOCK])
def test_a_workload_created_at_zero_may_be_adopted(writer: ReplicasWriter) -> None:
    decision = synced(_at_zero(writer), Memory.empty())
    assert Rescale(current=0, desired=4, reason="external metric lag(nil) above target") == decision.rescale


def test_an_adopted_zero_is_still_ours_at_the_next_sync() -> None:
    idle = observation(
        external_average(0), spec_replicas=0, min_replicas=0, replicas_writer=HUMAN, zero=ADOPTING, now=after(0)
    )
    adopted = synced(idle, Memory.empty())
    later = synced(_at_zero(HUMAN, seconds=15), adopted.memory)

    assert (_claims(adopted), adopted.state, later.desired) == (["True/ScaledToZero"], SCALED_TO_ZERO, 4)


def test_a_later_write_of_zero_ends_the_adoption() -> None:
    remembered = memory(activation=Activation(scaled_to_zero=True, adopted=HUMAN))
    again = replace(HUMAN, at=after(60))
    assert synced(_at_zero(again, seconds=60), remembered).state == PAUSED


def test_a_zero_that_was_made_while_we_watched_is_not_adopted() -> None:
    assert synced(_at_zero(HUMAN), memory()).state == PAUSED


def test_a_zero_that_was_disclaimed_is_not_adopted_after_a_restart() -> None:
    restarted = Memory(activation=Activation(scaled_to_zero=False))
    assert synced(_at_zero(HUMAN), restarted).state == PAUSED


def test_a_zero_made_after_we_saw_replicas_is_not_adopted_after_a_restart() -> None:
    running = observation(BUSY, spec_replicas=4, min_replicas=0, zero=ADOPTING)
    claim = synced(running, Memory.empty()).memory.activation.scaled_to_zero
    restarted = Memory(activation=Activation(scaled_to_zero=claim))

    assert synced(_at_zero(HUMAN, seconds=60), restarted).state == PAUSED
