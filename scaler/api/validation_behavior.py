"""Can the scaling rules of `spec.behavior` be followed? Windows, policies and tolerances of both directions."""

from collections.abc import Iterator

from scaler.api.field_errors import FieldError, invalid, not_supported, required
from scaler.api.quantities import read_quantity
from scaler.api.types import PolicyType, SelectPolicy
from scaler.api.wire import WireBehavior, WireScalingPolicy, WireScalingRules

LONGEST_WINDOW_SECONDS = 3600
LONGEST_PERIOD_SECONDS = 1800


def behavior_errors(behavior: WireBehavior | None) -> Iterator[FieldError]:
    if behavior is None:
        return
    for rules, field in (
        (behavior.scale_up, "spec.behavior.scaleUp"),
        (behavior.scale_down, "spec.behavior.scaleDown"),
    ):
        if rules is not None:
            yield from _rules_errors(rules, field)


def _rules_errors(rules: WireScalingRules, field: str) -> Iterator[FieldError]:
    yield from _window_errors(rules.stabilization_window_seconds, f"{field}.stabilizationWindowSeconds")
    if rules.select_policy is not None and rules.select_policy not in set(SelectPolicy):
        yield not_supported(f"{field}.selectPolicy", rules.select_policy, SelectPolicy)
    if not rules.policies:
        yield required(f"{field}.policies", "must specify at least one Policy")
    for index, policy in enumerate(rules.policies or ()):
        yield from _policy_errors(policy, f"{field}.policies[{index}]")
    if rules.tolerance is not None:
        tolerance = read_quantity(rules.tolerance, f"{field}.tolerance")
        if tolerance.sign < 0:
            yield invalid(f"{field}.tolerance", str(tolerance), "must be greater than or equal to 0")


def _window_errors(window_seconds: int | None, field: str) -> Iterator[FieldError]:
    if window_seconds is None:
        return
    if window_seconds < 0:
        yield invalid(field, window_seconds, "must be greater than or equal to zero")
    if window_seconds > LONGEST_WINDOW_SECONDS:
        yield invalid(field, window_seconds, f"must be less than or equal to {LONGEST_WINDOW_SECONDS}")


def _policy_errors(policy: WireScalingPolicy, field: str) -> Iterator[FieldError]:
    if policy.type not in set(PolicyType):
        yield not_supported(f"{field}.type", policy.type, PolicyType)
    if policy.value <= 0:
        yield invalid(f"{field}.value", policy.value, "must be greater than zero")
    if policy.period_seconds <= 0:
        yield invalid(f"{field}.periodSeconds", policy.period_seconds, "must be greater than zero")
    if policy.period_seconds > LONGEST_PERIOD_SECONDS:
        yield invalid(
            f"{field}.periodSeconds",
            policy.period_seconds,
            f"must be less than or equal to {LONGEST_PERIOD_SECONDS}",
        )
