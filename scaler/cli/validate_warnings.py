"""What is wrong with a spec that an API server takes? Warnings that it does not give, with the field and a way out."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from adapter.kube.quantity_value import INT64_MAX
from scaler.api.companion import MIN_REPLICAS_ANNOTATION
from scaler.api.deletion_cost import heeds_costs
from scaler.api.kinds import AutoscalerKind
from scaler.api.quantities import DecodeError, read_quantity
from scaler.api.wire import WireMetricSpec, WireMetricTarget, WireScalingRules, WireSpec

_HOUR_SECONDS: Final = 3600
_NANO_PER_MILLI: Final = 10**6
_SHOWS_DEMAND: Final = frozenset({"Object", "External"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One warning about one field."""

    field: str
    text: str

    def __str__(self) -> str:
        return f"{self.field}: {self.text}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """A spec after defaulting, with what else decides how it is meant."""

    kind: AutoscalerKind
    spec: WireSpec
    annotations: Mapping[str, str]
    scale_to_zero_gate: bool

    @property
    def may_reach_zero(self) -> bool:
        """Is zero within bounds, by the spec or by the annotation that hands a stock HPA's zero to the scaler?"""
        return self.spec.min_replicas == 0 or self.annotations.get(MIN_REPLICAS_ANNOTATION) == "0"


def warnings_about(subject: Subject) -> tuple[Finding, ...]:
    """In the order of the spec's fields."""
    return (
        *_gate(subject),
        *_vanishing(subject),
        *_overflows(subject.spec),
        *_scale_up_from_zero(subject),
        *_long_windows(subject.spec),
        *_unheeded_marks(subject.spec),
    )


def _gate(subject: Subject) -> Iterator[Finding]:
    stock = subject.kind is AutoscalerKind.HORIZONTAL_POD_AUTOSCALER
    if stock and subject.spec.min_replicas == 0 and not subject.scale_to_zero_gate:
        zero = AutoscalerKind.ZERO_POD_AUTOSCALER
        yield Finding(
            field="spec.minReplicas",
            text="a cluster whose gate HPAScaleToZero is off refuses 0, as all do by default up to 1.36; write "
            f"apiVersion: {zero.api_version} and kind: {zero.kind} with the same spec, or pass --gate on if it is on",
        )


def _vanishing(subject: Subject) -> Iterator[Finding]:
    """At zero there is no pod to measure; somebody else's word has to wake the workload."""
    if not subject.may_reach_zero:
        return
    metrics = subject.spec.metrics
    if not any(metric.type in _SHOWS_DEMAND for metric in metrics):
        kinds = ", ".join(dict.fromkeys(metric.type for metric in metrics))
        yield Finding(
            field="spec.metrics",
            text=f"only {kinds} metrics, which vanish with the last pod: nothing would ever wake the workload; add an "
            "External or Object metric that shows demand",
        )
    for index, metric in enumerate(metrics):
        if metric.object is not None and metric.object.described_object.kind == "Pod":
            yield Finding(
                field=f"spec.metrics[{index}].object.describedObject",
                text="a metric of a Pod vanishes with it: at zero it can't wake the workload; describe an object that "
                "stays, such as the Service or the queue",
            )


def _overflows(spec: WireSpec) -> Iterator[Finding]:
    for index, metric in enumerate(spec.metrics):
        for name, target in _targets(metric):
            yield from _target_overflow(target, f"spec.metrics[{index}].{name}.target", spec.max_replicas)


def _targets(metric: WireMetricSpec) -> Iterator[tuple[str, WireMetricTarget]]:
    sources = {
        "object": metric.object,
        "pods": metric.pods,
        "resource": metric.resource,
        "containerResource": metric.container_resource,
        "external": metric.external,
    }
    return ((name, source.target) for name, source in sources.items() if source is not None)


def _target_overflow(target: WireMetricTarget, field: str, max_replicas: int) -> Iterator[Finding]:
    """The controllers count in thousandths of an int64."""
    for name, written, times in (("value", target.value, 1), ("averageValue", target.average_value, max_replicas)):
        if written is None:
            continue
        try:
            nano = abs(read_quantity(written, f"{field}.{name}").nano)
        except DecodeError:
            continue
        if nano > INT64_MAX * _NANO_PER_MILLI:
            text = f"{written} overflows: the stock controller counts thousandths, and reads more than"
            yield Finding(field=f"{field}.{name}", text=f"{text} 9223372036854775807m as another number; choose less")
        elif nano * times > INT64_MAX * _NANO_PER_MILLI:
            text = f"{written} overflows when it is multiplied by maxReplicas ({times}): choose less of either"
            yield Finding(field=f"{field}.{name}", text=text)


def _scale_up_from_zero(subject: Subject) -> Iterator[Finding]:
    behavior = subject.spec.behavior
    rules = None if behavior is None else behavior.scale_up
    if rules is None or not subject.may_reach_zero:
        return
    field = "spec.behavior.scaleUp"
    if rules.select_policy == "Disabled":
        yield Finding(
            field=f"{field}.selectPolicy",
            text="Disabled also forbids the step from zero: the workload never wakes; use a policy instead",
        )
    elif rules.policies and _is_nothing_of_zero(rules):
        yield Finding(
            field=f"{field}.policies",
            text="a percentage of zero replicas is zero, so by these policies the stock controller never leaves zero "
            "(lagzero wakes to one replica); add a Pods policy, such as {type: Pods, value: 4, periodSeconds: 15}",
        )


def _is_nothing_of_zero(rules: WireScalingRules) -> bool:
    """Does the policy that counts let no replica through at zero? With Min one of percent is enough."""
    percents = [policy.type == "Percent" for policy in rules.policies or ()]
    return any(percents) if rules.select_policy == "Min" else all(percents)


def _long_windows(spec: WireSpec) -> Iterator[Finding]:
    """Recommendations and scale events are remembered for an hour."""
    behavior = spec.behavior
    for name, rules in () if behavior is None else (("scaleUp", behavior.scale_up), ("scaleDown", behavior.scale_down)):
        field = f"spec.behavior.{name}"
        if rules is None:
            continue
        if (rules.stabilization_window_seconds or 0) > _HOUR_SECONDS:
            yield _too_long(f"{field}.stabilizationWindowSeconds", rules.stabilization_window_seconds)
        for index, policy in enumerate(rules.policies or ()):
            if policy.period_seconds > _HOUR_SECONDS:
                yield _too_long(f"{field}.policies[{index}].periodSeconds", policy.period_seconds)
    cooldown = None if spec.zero is None else spec.zero.cooldown_seconds
    if cooldown is not None and cooldown > _HOUR_SECONDS:
        yield _too_long("spec.zero.cooldownSeconds", cooldown)


def _unheeded_marks(spec: WireSpec) -> Iterator[Finding]:
    in_flight, target = None if spec.zero is None else spec.zero.in_flight, spec.scale_target_ref
    if in_flight is None or in_flight.pod_label is None or heeds_costs(target.kind, target.api_version):
        return
    yield Finding(
        field="spec.zero.inFlight.podLabel",
        text="only a Deployment and a ReplicaSet take Pods away by their deletion cost, so no Pod of a "
        f"{target.kind} is marked; leave it out, and let a worker finish its job on SIGTERM",
    )


def _too_long(field: str, seconds: int | None) -> Finding:
    text = f"{seconds} s is longer than the hour of history that is kept; write at most {_HOUR_SECONDS}"
    return Finding(field=field, text=text)
