"""Are the gaps of a spec filled as an API server fills them?"""

from scaler.api.defaults import (
    DEFAULT_METRICS,
    DEFAULT_SCALE_DOWN,
    DEFAULT_SCALE_UP,
    default_behavior,
    default_spec,
)
from scaler.api.wire import WireBehavior, WireScalingRules
from tests.unit.scaler.api.specs import ONE_OF_EACH, ONE_POD, wire_spec


def test_a_minimum_that_is_unset_is_one() -> None:
    assert default_spec(wire_spec(min_replicas=None)).min_replicas == 1


def test_a_minimum_of_zero_is_not_unset() -> None:
    assert default_spec(wire_spec(min_replicas=0)).min_replicas == 0


def test_without_metrics_it_is_cpu() -> None:
    assert default_spec(wire_spec(metrics=())).metrics == DEFAULT_METRICS


def test_metrics_that_are_there_stay() -> None:
    assert default_spec(wire_spec(metrics=ONE_OF_EACH)).metrics == ONE_OF_EACH


def test_no_behavior_stays_none() -> None:
    assert default_spec(wire_spec()).behavior is None


def test_an_empty_behavior_is_filled_in_both_directions() -> None:
    expected = WireBehavior(scale_up=DEFAULT_SCALE_UP, scale_down=DEFAULT_SCALE_DOWN)
    assert expected == default_spec(wire_spec(behavior=WireBehavior())).behavior


def test_the_window_for_scaling_down_stays_the_controllers() -> None:
    assert DEFAULT_SCALE_DOWN.stabilization_window_seconds is None


def test_rules_are_filled_field_by_field() -> None:
    filled = default_behavior(WireBehavior(scale_up=WireScalingRules(stabilization_window_seconds=7))).scale_up
    expected = WireScalingRules(stabilization_window_seconds=7, select_policy="Max", policies=DEFAULT_SCALE_UP.policies)
    assert expected == filled


def test_rules_that_are_complete_stay_as_they_are() -> None:
    rules = WireScalingRules(
        stabilization_window_seconds=0, select_policy="Disabled", policies=(ONE_POD,), tolerance="0.2"
    )
    assert WireBehavior(scale_up=rules, scale_down=rules) == default_behavior(
        WireBehavior(scale_up=rules, scale_down=rules)
    )


def test_an_empty_list_of_policies_stays_empty() -> None:
    filled = default_behavior(WireBehavior(scale_down=WireScalingRules(policies=()))).scale_down
    assert filled is not None
    assert filled.policies == ()


def test_defaulting_twice_changes_nothing_more() -> None:
    once = default_spec(wire_spec(min_replicas=None, metrics=(), behavior=WireBehavior()))
    assert once == default_spec(once)
