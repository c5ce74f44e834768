"""Whose zero is it? Ours wakes, anybody else's is a pause, and a foreign scale-up ends our claim at once."""

from dataclasses import replace

import pytest

from scaler.algorithm.activation import after_rescale
from scaler.algorithm.decision import ConditionUpdate, Decision, Rescale
from scaler.algorithm.gate import BELOW_MIN
from scaler.algorithm.memory import Activation, Memory
from scaler.algorithm.model import UNKNOWN_WRITER, AlgorithmSettings, ExplicitPause, Observation, ReplicasWriter
from scaler.api.conditions import ConditionType
from scaler.api.states import AutoscalerState
from scaler.api.types import Behavior
from tests.support.builders import (
    HUMAN,
    OURS,
    PARITY,
    SETTINGS,
    STOCK,
    after,
    behavior,
    memory,
    observation,
    spec,
    synced,
)
from tests.support.metric_builders import external_average

BUSY = external_average(120, target=30)
SCALED_TO_ZERO = AutoscalerState.SCALED_TO_ZERO
PAUSED = AutoscalerState.PAUSED


def _at_zero(writer: ReplicasWriter, *, min_replicas: int = 0, seconds: float = 0) -> Observation:
    return observation(
        BUSY,
        spec_replicas=0,
        min_replicas=min_replicas,
        replicas_writer=writer,
        now=after(seconds),
    )


def _claims(decision: Decision) -> list[str]:
    return [
        f"{condition.status}/{condition.reason}"
        for condition in decision.conditions
        if isinstance(condition, ConditionUpdate) and condition.type is ConditionType.SCALED_TO_ZERO
    ]


def _wakes(writer: ReplicasWriter, remembered: Memory, settings: AlgorithmSettings = SETTINGS) -> bool:
    return synced(_at_zero(writer), remembered, settings).rescale is not None


@pytest.mark.parametrize(
    ("writer", "claim", "stock", "ours"),
    [
        pytest.param(OURS, True, True, True, id="our-zero-with-our-claim"),
        pytest.param(OURS, None, False, True, id="our-zero-without-a-condition-as-after-a-crash"),
        pytest.param(OURS, False, False, True, id="our-zero-with-the-condition-of-before-as-after-a-crash"),
        pytest.param(STOCK, True, True, True, id="the-stock-controllers-zero-with-its-claim"),
        pytest.param(STOCK, None, False, False, id="the-stock-controllers-zero-without-a-claim"),
        pytest.param(STOCK, False, False, False, id="the-stock-controllers-zero-disclaimed"),
        pytest.param(HUMAN, True, True, False, id="a-humans-zero-under-our-stale-claim"),
        pytest.param(HUMAN, None, False, False, id="a-humans-zero"),
        pytest.param(HUMAN, False, False, False, id="a-humans-zero-disclaimed"),
        pytest.param(UNKNOWN_WRITER, True, True, True, id="nobody-knows-and-the-condition-claims-it"),
        pytest.param(UNKNOWN_WRITER, None, False, False, id="nobody-knows-and-nobody-claims-it"),
    ],
)
def test_a_zero_wakes_only_if_it_is_ours(
    writer: ReplicasWriter, claim: bool | None, *, stock: bool, ours: bool
) -> None:
    remembered = memory(claim=claim)
    assert (stock, ours) == (_wakes(writer, remembered, PARITY), _wakes(writer, remembered))


def test_a_foreign_scale_up_ends_our_claim_and_says_so() -> None:
    seen = observation(BUSY, spec_replicas=4, min_replicas=0, replicas_writer=HUMAN)
    decision = synced(seen, memory(claim=True))
    assert (_claims(decision), decision.memory.activation.scaled_to_zero) == (["False/NotScaledToZero"], False)


def test_the_stock_controller_believes_its_claim_until_it_rescales_itself() -> None:
    seen = observation(BUSY, spec_replicas=4, min_replicas=0, replicas_writer=HUMAN)
    decision = synced(seen, memory(claim=True), PARITY)
    assert (_claims(decision), decision.memory.activation.scaled_to_zero) == ([], True)


@pytest.mark.parametrize(("settings", "state"), [(PARITY, AutoscalerState.ACTIVE), (SETTINGS, PAUSED)])
def test_the_manual_zero_that_the_stock_controller_undoes_is_a_pause(
    settings: AlgorithmSettings, state: AutoscalerState
) -> None:
    """The controller zeroes, somebody wakes to the steady count and zeroes by hand: stock is back at 4, we are not."""
    idle = observation(external_average(0, target=30), spec_replicas=4, min_replicas=0, now=after(0))
    asleep = synced(idle, memory(), settings)
    woken = observation(BUSY, spec_replicas=4, min_replicas=0, replicas_writer=HUMAN, now=after(15))
    steady = synced(woken, asleep.memory, settings)
    zeroed = synced(_at_zero(HUMAN, seconds=30), steady.memory, settings)

    assert (SCALED_TO_ZERO, None, state) == (asleep.state, steady.rescale, zeroed.state)


def test_a_pause_at_zero_is_told_with_the_claim_taken_back() -> None:
    decision = synced(_at_zero(HUMAN), memory(claim=True))
    reasons = [condition.reason for condition in decision.conditions if isinstance(condition, ConditionUpdate)]
    assert (decision.state, reasons) == (PAUSED, ["SucceededGetScale", "ScalingDisabled", "NotScaledToZero"])


@pytest.mark.parametrize(("rules", "reason"), [(None, ""), (behavior(), BELOW_MIN)])
def test_min_replicas_raised_while_asleep_wakes_to_the_new_minimum(rules: Behavior | None, reason: str) -> None:
    """Without behavior the bound has raised the count already, and the stock controller gives no reason."""
    idle = observation(external_average(0), spec_replicas=0, min_replicas=2, replicas_writer=OURS, behavior=rules)
    assert Rescale(current=0, desired=2, reason=reason) == synced(idle, memory(claim=True)).rescale


def test_min_replicas_raised_while_paused_wakes_nothing() -> None:
    decision = synced(_at_zero(HUMAN, min_replicas=2), memory(claim=False))
    assert (decision.rescale, decision.state) == (None, PAUSED)


def test_an_explicit_pause_holds_our_own_zero_and_gives_it_back() -> None:
    held = synced(replace(_at_zero(OURS), pause=ExplicitPause(reason="migration")), memory(claim=True))
    resumed = synced(_at_zero(OURS, seconds=15), held.memory)

    assert (held.rescale, resumed.desired) == (None, 4)


@pytest.mark.parametrize(
    ("current", "desired", "min_replicas", "visible", "claim"),
    [
        pytest.param(3, 0, 0, True, True, id="to-zero"),
        pytest.param(3, 1, 0, True, False, id="not-to-zero"),
        pytest.param(0, 3, 0, True, False, id="from-zero"),
        pytest.param(3, 0, 1, True, False, id="a-minimum-above-zero"),
        pytest.param(3, 0, 0, False, False, id="no-demand-to-see"),
    ],
)
def test_an_accepted_write_decides_whose_zero_it_is(
    current: int, desired: int, min_replicas: int, *, visible: bool, claim: bool
) -> None:
    rescale = Rescale(current=current, desired=desired, reason="")
    before = Activation(scaled_to_zero=None, adopted=HUMAN)
    found = after_rescale(before, rescale, spec(min_replicas=min_replicas), SETTINGS, demand_is_visible=visible)

    assert Activation(scaled_to_zero=claim) == found


def test_with_the_gate_off_a_write_claims_nothing() -> None:
    gate_off = replace(SETTINGS, scale_to_zero=False)
    rescale = Rescale(current=3, desired=0, reason="")
    found = after_rescale(Activation(scaled_to_zero=True), rescale, spec(), gate_off, demand_is_visible=True)

    assert Activation() == found
