"""Does a spec on the wire become the values the algorithm works on?"""

import pytest

from scaler.api.decode import decode_spec
from scaler.api.defaults import default_spec
from scaler.api.quantities import DecodeError
from scaler.api.types import (
    AutoscalerSpec,
    Behavior,
    CrossVersionObjectReference,
    ExternalMetricSource,
    InitialState,
    MetricIdentifier,
    MetricTarget,
    Milli,
    Mode,
    OnDelete,
    PolicyType,
    ScalingPolicy,
    ScalingRules,
    SelectPolicy,
    Tolerance,
    Wake,
    ZeroSpec,
)
from scaler.api.wire import WireBehavior, WireInFlight, WireScalingPolicy, WireScalingRules, WireZero
from tests.unit.scaler.api.specs import IN_FLIGHT, ONE_POD, wire_spec

QUEUE = ExternalMetricSource(
    metric=MetricIdentifier(name="queue_depth"),
    target=MetricTarget(type="AverageValue", average_value=Milli(30_000)),
)


def scale_up_of(rules: WireScalingRules) -> ScalingRules:
    behavior = decode_spec(wire_spec(behavior=WireBehavior(scale_up=rules))).behavior
    assert behavior is not None
    return behavior.scale_up


def test_a_plain_spec_is_read_field_by_field() -> None:
    expected = AutoscalerSpec(
        scale_target_ref=CrossVersionObjectReference(api_version="apps/v1", kind="Deployment", name="worker"),
        min_replicas=1,
        max_replicas=10,
        metrics=(QUEUE,),
    )
    assert expected == decode_spec(wire_spec())


def test_a_minimum_that_nobody_filled_in_counts_as_one() -> None:
    assert decode_spec(wire_spec(min_replicas=None)).min_replicas == 1


def test_the_rounding_reaches_every_amount() -> None:
    zero = WireZero(in_flight=IN_FLIGHT)
    spec = decode_spec(wire_spec(zero=zero), milli_value=lambda _: 7)
    target = MetricTarget(type="AverageValue", average_value=Milli(7))
    rounded = ExternalMetricSource(metric=MetricIdentifier(name="queue_depth"), target=target)
    assert ((rounded,), rounded) == (spec.metrics, spec.zero.in_flight)


def test_a_defaulted_behavior_is_the_api_servers() -> None:
    up, down = (
        ScalingPolicy(type=PolicyType.PODS, value=4, period_seconds=15),
        ScalingPolicy(type=PolicyType.PERCENT, value=100, period_seconds=15),
    )
    expected = Behavior(
        scale_up=ScalingRules(stabilization_window_seconds=0, policies=(up, down)),
        scale_down=ScalingRules(policies=(down,)),
    )
    assert expected == decode_spec(default_spec(wire_spec(behavior=WireBehavior()))).behavior


def test_a_direction_that_is_missing_has_no_policies() -> None:
    behavior = decode_spec(wire_spec(behavior=WireBehavior())).behavior
    assert Behavior(scale_up=ScalingRules(), scale_down=ScalingRules()) == behavior


def test_rules_are_read_field_by_field() -> None:
    wire = WireScalingRules(
        stabilization_window_seconds=30, select_policy="Disabled", policies=(ONE_POD,), tolerance="5e-2"
    )
    expected = ScalingRules(
        stabilization_window_seconds=30,
        select_policy=SelectPolicy.DISABLED,
        policies=(ScalingPolicy(type=PolicyType.PODS, value=1, period_seconds=60),),
        tolerance=Tolerance(0.05),
    )
    assert expected == scale_up_of(wire)


def test_a_tolerance_is_not_rounded_to_thousandths() -> None:
    assert scale_up_of(WireScalingRules(tolerance="100u")).tolerance == pytest.approx(0.0001, rel=1e-12)


@pytest.mark.parametrize(
    ("rules", "field"),
    [
        (WireScalingRules(select_policy="max"), "spec.behavior.scaleUp.selectPolicy"),
        (WireScalingRules(tolerance="some"), "spec.behavior.scaleUp.tolerance"),
        (
            WireScalingRules(policies=(ONE_POD, WireScalingPolicy(type="pods"))),
            "spec.behavior.scaleUp.policies[1].type",
        ),
    ],
    ids=lambda part: part if isinstance(part, str) else "",
)
def test_rules_that_mean_nothing_are_refused_with_their_place(rules: WireScalingRules, field: str) -> None:
    with pytest.raises(DecodeError) as refused:
        scale_up_of(rules)
    assert field == refused.value.field


def test_without_the_block_zero_is_as_upstream() -> None:
    assert ZeroSpec() == decode_spec(wire_spec()).zero


def test_gaps_in_the_block_are_as_upstream() -> None:
    assert ZeroSpec() == decode_spec(wire_spec(zero=WireZero())).zero


def test_the_block_is_read_field_by_field() -> None:
    wire = WireZero(
        cooldown_seconds=60,
        wake="Immediate",
        initial="ScaledToZero",
        on_delete="Restore",
        in_flight=IN_FLIGHT,
        mode="Shadow",
    )
    expected = ZeroSpec(
        cooldown_seconds=60,
        wake=Wake.IMMEDIATE,
        initial=InitialState.SCALED_TO_ZERO,
        on_delete=OnDelete.RESTORE,
        in_flight=QUEUE,
        in_flight_pod_label="pod",
        mode=Mode.SHADOW,
    )
    assert expected == decode_spec(wire_spec(zero=wire)).zero


@pytest.mark.parametrize(
    ("zero", "field"),
    [
        (WireZero(wake="now"), "spec.zero.wake"),
        (WireZero(initial="now"), "spec.zero.initial"),
        (WireZero(on_delete="now"), "spec.zero.onDelete"),
        (WireZero(mode="now"), "spec.zero.mode"),
    ],
    ids=lambda part: part if isinstance(part, str) else "",
)
def test_an_unknown_word_in_the_block_is_refused_with_its_place(zero: WireZero, field: str) -> None:
    with pytest.raises(DecodeError) as refused:
        decode_spec(wire_spec(zero=zero))
    assert field == refused.value.field


def test_without_a_label_pods_are_not_told_apart() -> None:
    in_flight = WireInFlight(metric=IN_FLIGHT.metric, target=IN_FLIGHT.target)
    assert None is decode_spec(wire_spec(zero=WireZero(in_flight=in_flight))).zero.in_flight_pod_label
