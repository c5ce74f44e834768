"""What does a spec on the wire mean? Wire structs (after defaulting) to the values of `scaler.api.types`.

Nothing is validated beyond what the values need: an API server may have stored what a newer one would refuse.
"""

from adapter.kube.quantity import Quantity
from scaler.api.decode_metrics import MilliValue, decode_external, decode_metric, decode_reference
from scaler.api.decode_words import decode_word
from scaler.api.quantities import read_quantity
from scaler.api.types import (
    AutoscalerSpec,
    Behavior,
    InitialState,
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
from scaler.api.wire import WireBehavior, WireScalingPolicy, WireScalingRules, WireSpec, WireZero


def decode_spec(spec: WireSpec, *, milli_value: MilliValue = Quantity.milli_value) -> AutoscalerSpec:
    """The spec as values; `default_spec` goes first. `milli_value` is the rounding to thousandths (parity has Go's).

    Raises DecodeError naming the field for a quantity or a word that means nothing.
    """
    return AutoscalerSpec(
        scale_target_ref=decode_reference(spec.scale_target_ref),
        min_replicas=1 if spec.min_replicas is None else spec.min_replicas,
        max_replicas=spec.max_replicas,
        metrics=tuple(
            decode_metric(metric, f"spec.metrics[{index}]", milli_value) for index, metric in enumerate(spec.metrics)
        ),
        behavior=None if spec.behavior is None else decode_behavior(spec.behavior),
        zero=ZeroSpec() if spec.zero is None else _decode_zero(spec.zero, milli_value),
    )


def decode_behavior(behavior: WireBehavior) -> Behavior:
    """Both directions. One that is missing has no policies, which no API server stores."""
    return Behavior(
        scale_up=_decode_rules(behavior.scale_up or WireScalingRules(), "spec.behavior.scaleUp"),
        scale_down=_decode_rules(behavior.scale_down or WireScalingRules(), "spec.behavior.scaleDown"),
    )


def _decode_rules(rules: WireScalingRules, field: str) -> ScalingRules:
    tolerance = rules.tolerance
    return ScalingRules(
        stabilization_window_seconds=rules.stabilization_window_seconds,
        select_policy=SelectPolicy.MAX
        if rules.select_policy is None
        else decode_word(SelectPolicy, rules.select_policy, f"{field}.selectPolicy"),
        policies=tuple(
            _decode_policy(policy, f"{field}.policies[{index}]") for index, policy in enumerate(rules.policies or ())
        ),
        tolerance=None
        if tolerance is None
        else Tolerance(read_quantity(tolerance, f"{field}.tolerance").approximate_float()),
    )


def _decode_policy(policy: WireScalingPolicy, field: str) -> ScalingPolicy:
    return ScalingPolicy(
        type=decode_word(PolicyType, policy.type, f"{field}.type"),
        value=policy.value,
        period_seconds=policy.period_seconds,
    )


def _decode_zero(zero: WireZero, milli_value: MilliValue) -> ZeroSpec:
    unset = ZeroSpec()
    field = "spec.zero"
    return ZeroSpec(
        cooldown_seconds=unset.cooldown_seconds if zero.cooldown_seconds is None else zero.cooldown_seconds,
        wake=unset.wake if zero.wake is None else decode_word(Wake, zero.wake, f"{field}.wake"),
        initial=unset.initial if zero.initial is None else decode_word(InitialState, zero.initial, f"{field}.initial"),
        on_delete=unset.on_delete
        if zero.on_delete is None
        else decode_word(OnDelete, zero.on_delete, f"{field}.onDelete"),
        mode=unset.mode if zero.mode is None else decode_word(Mode, zero.mode, f"{field}.mode"),
        in_flight=None if zero.in_flight is None else decode_external(zero.in_flight, f"{field}.inFlight", milli_value),
        in_flight_pod_label=None if zero.in_flight is None else zero.in_flight.pod_label,
    )
