"""Would an API server accept this spec? autoscaling/v2's rules on the wire structs, in the order of its texts.

Source: pkg/apis/autoscaling/validation (v1.37). Vectors: conformance/validation.
"""

from collections.abc import Iterator

from scaler.api.field_errors import FieldError, forbidden, invalid, required
from scaler.api.validation_behavior import behavior_errors
from scaler.api.validation_metrics import metric_errors
from scaler.api.validation_references import ApiVersionRule, api_version_problem, reference_errors
from scaler.api.validation_zero import zero_errors
from scaler.api.wire import WireSpec


def validate_spec(new: WireSpec, *, old: WireSpec | None, scale_to_zero_gate: bool) -> tuple[FieldError, ...]:
    """What is wrong with a spec after defaulting; nothing if it would be stored.

    `old` is the stored spec that an update replaces: some of what it already holds may stay. The gate is
    `HPAScaleToZero`; for a ZeroPodAutoscaler it counts as on. Raises DecodeError for an amount that is no quantity,
    which an API server refuses before it validates.
    """
    return (
        *_bounds_errors(new),
        *reference_errors(new.scale_target_ref, "spec.scaleTargetRef", _target_rule(new, old)),
        *_metrics_errors(new, _described_object_rule(old)),
        *behavior_errors(new.behavior),
        *zero_errors(new.zero),
        *_min_replicas_errors(new, old, scale_to_zero_gate=scale_to_zero_gate),
        *_max_replicas_errors(new),
    )


def _bounds_errors(spec: WireSpec) -> Iterator[FieldError]:
    if spec.min_replicas is not None and spec.max_replicas < spec.min_replicas:
        yield invalid("spec.maxReplicas", spec.max_replicas, "must be greater than or equal to `minReplicas`")


def _target_rule(new: WireSpec, old: WireSpec | None) -> ApiVersionRule:
    """A stored reference may stay as it is; ReplicationController is the only scalable kind without a group."""
    if old is not None and _names_the_same_kind(new, old):
        return ApiVersionRule.UNCHECKED
    if new.scale_target_ref.kind == "ReplicationController":
        return ApiVersionRule.GROUP_OPTIONAL
    return ApiVersionRule.GROUP_REQUIRED


def _names_the_same_kind(new: WireSpec, old: WireSpec) -> bool:
    return (new.scale_target_ref.api_version, new.scale_target_ref.kind) == (
        old.scale_target_ref.api_version,
        old.scale_target_ref.kind,
    )


def _described_object_rule(old: WireSpec | None) -> ApiVersionRule:
    """Once any described object that is stored fails the check, none is checked."""
    stored = () if old is None else old.metrics
    for metric in stored:
        if metric.type != "Object" or metric.object is None:
            continue
        if api_version_problem(metric.object.described_object, ApiVersionRule.GROUP_OPTIONAL):
            return ApiVersionRule.UNCHECKED
    return ApiVersionRule.GROUP_OPTIONAL


def _metrics_errors(spec: WireSpec, rule: ApiVersionRule) -> Iterator[FieldError]:
    for index, metric in enumerate(spec.metrics):
        yield from metric_errors(metric, f"spec.metrics[{index}]", rule)
    if spec.min_replicas == 0 and not any(metric.type in {"Object", "External"} for metric in spec.metrics):
        yield forbidden(
            "spec.metrics", "must specify at least one Object or External metric to support scaling to zero replicas"
        )


def _min_replicas_errors(new: WireSpec, old: WireSpec | None, *, scale_to_zero_gate: bool) -> Iterator[FieldError]:
    lowest = 0 if scale_to_zero_gate or (old is not None and old.min_replicas == 0) else 1
    if new.min_replicas is not None and new.min_replicas < lowest:
        yield invalid("spec.minReplicas", new.min_replicas, f"must be greater than or equal to {lowest}")


def _max_replicas_errors(spec: WireSpec) -> Iterator[FieldError]:
    if spec.max_replicas == 0:
        yield required("spec.maxReplicas")
    elif spec.max_replicas < 1:
        yield invalid("spec.maxReplicas", spec.max_replicas, "must be greater than or equal to 1")
