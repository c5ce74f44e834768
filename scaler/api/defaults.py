"""What does an API server fill in that a spec left out? autoscaling/v2 defaulting, on the wire structs.

Source: pkg/apis/autoscaling/v2/defaults.go (v1.37).
"""

import msgspec

from scaler.api.wire import (
    WireBehavior,
    WireMetricSpec,
    WireMetricTarget,
    WireResourceMetricSource,
    WireScalingPolicy,
    WireScalingRules,
    WireSpec,
)

DEFAULT_METRICS = (
    WireMetricSpec(
        type="Resource",
        resource=WireResourceMetricSource(
            name="cpu", target=WireMetricTarget(type="Utilization", average_utilization=80)
        ),
    ),
)

DEFAULT_SCALE_UP = WireScalingRules(
    stabilization_window_seconds=0,
    select_policy="Max",
    policies=(
        WireScalingPolicy(type="Pods", value=4, period_seconds=15),
        WireScalingPolicy(type="Percent", value=100, period_seconds=15),
    ),
)

DEFAULT_SCALE_DOWN = WireScalingRules(
    select_policy="Max",
    policies=(WireScalingPolicy(type="Percent", value=100, period_seconds=15),),
)


def default_spec(spec: WireSpec) -> WireSpec:
    """The spec as an API server would store it. The block `zero` keeps its gaps: `ZeroSpec` has their meaning."""
    return msgspec.structs.replace(
        spec,
        min_replicas=1 if spec.min_replicas is None else spec.min_replicas,
        metrics=spec.metrics or DEFAULT_METRICS,
        behavior=None if spec.behavior is None else default_behavior(spec.behavior),
    )


def default_behavior(behavior: WireBehavior) -> WireBehavior:
    return WireBehavior(
        scale_up=_filled(behavior.scale_up, DEFAULT_SCALE_UP),
        scale_down=_filled(behavior.scale_down, DEFAULT_SCALE_DOWN),
    )


def _filled(rules: WireScalingRules | None, gaps: WireScalingRules) -> WireScalingRules:
    """`rules`, with what they leave out taken from `gaps`. An empty list of policies is not left out."""
    if rules is None:
        return gaps
    window = rules.stabilization_window_seconds
    return msgspec.structs.replace(
        rules,
        stabilization_window_seconds=gaps.stabilization_window_seconds if window is None else window,
        select_policy=gaps.select_policy if rules.select_policy is None else rules.select_policy,
        policies=gaps.policies if rules.policies is None else rules.policies,
    )
