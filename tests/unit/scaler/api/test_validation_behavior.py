"""Are scaling rules refused that nobody could follow?"""

import pytest

from scaler.api.validation_behavior import behavior_errors
from scaler.api.wire import WireBehavior, WireScalingPolicy, WireScalingRules
from tests.unit.scaler.api.specs import ONE_POD, RULES


def up(rules: WireScalingRules) -> list[str]:
    errors = behavior_errors(WireBehavior(scale_up=rules, scale_down=RULES))
    return [str(error).removeprefix("spec.behavior.scaleUp.") for error in errors]


def policy(**changes: int) -> list[str]:
    fields = {"value": 1, "period_seconds": 60, **changes}
    return up(WireScalingRules(policies=(ONE_POD, WireScalingPolicy(type="Pods", **fields))))


def test_no_behavior_is_fine() -> None:
    assert list(behavior_errors(None)) == []


def test_a_direction_may_be_missing() -> None:
    assert list(behavior_errors(WireBehavior())) == []


@pytest.mark.parametrize("seconds", [0, 3600])
def test_a_window_lasts_up_to_an_hour(seconds: int) -> None:
    assert up(WireScalingRules(policies=(ONE_POD,), stabilization_window_seconds=seconds)) == []


@pytest.mark.parametrize(
    ("seconds", "problem"),
    [(-1, "must be greater than or equal to zero"), (3601, "must be less than or equal to 3600")],
)
def test_a_window_beyond_its_bounds_is_refused(seconds: int, problem: str) -> None:
    rules = WireScalingRules(policies=(ONE_POD,), stabilization_window_seconds=seconds)
    assert [f"stabilizationWindowSeconds: Invalid value: {seconds}: {problem}"] == up(rules)


def test_an_unknown_choice_of_policy_is_refused() -> None:
    expected = ['selectPolicy: Unsupported value: "max": supported values: "Disabled", "Max", "Min"']
    assert expected == up(WireScalingRules(policies=(ONE_POD,), select_policy="max"))


@pytest.mark.parametrize("policies", [(), None], ids=["an empty list", "none"])
def test_there_is_a_policy(policies: tuple[WireScalingPolicy, ...] | None) -> None:
    assert up(WireScalingRules(policies=policies)) == ["policies: Required value: must specify at least one Policy"]


def test_a_policy_counts_pods_or_percent() -> None:
    rules = WireScalingRules(policies=(WireScalingPolicy(type="Percentage", value=1, period_seconds=1),))
    expected = ['policies[0].type: Unsupported value: "Percentage": supported values: "Percent", "Pods"']
    assert expected == up(rules)


@pytest.mark.parametrize("value", [0, -1])
def test_a_policy_allows_something(value: int) -> None:
    assert [f"policies[1].value: Invalid value: {value}: must be greater than zero"] == policy(value=value)


@pytest.mark.parametrize(
    ("seconds", "problem"), [(0, "must be greater than zero"), (1801, "must be less than or equal to 1800")]
)
def test_a_period_beyond_its_bounds_is_refused(seconds: int, problem: str) -> None:
    expected = [f"policies[1].periodSeconds: Invalid value: {seconds}: {problem}"]
    assert expected == policy(period_seconds=seconds)


@pytest.mark.parametrize("tolerance", ["0", 0, "0.1", "1n"])
def test_a_tolerance_is_not_negative(tolerance: str | int) -> None:
    assert up(WireScalingRules(policies=(ONE_POD,), tolerance=tolerance)) == []


def test_a_negative_tolerance_is_refused_in_its_normal_form() -> None:
    expected = ['tolerance: Invalid value: "-100m": must be greater than or equal to 0']
    assert expected == up(WireScalingRules(policies=(ONE_POD,), tolerance="-0.1"))


def test_scaling_up_is_looked_at_first() -> None:
    empty = WireScalingRules()
    fields = [error.field for error in behavior_errors(WireBehavior(scale_up=empty, scale_down=empty))]
    assert fields == ["spec.behavior.scaleUp.policies", "spec.behavior.scaleDown.policies"]
