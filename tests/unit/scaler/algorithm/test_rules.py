"""Windows, policies and tolerances are the spec's where it has them, else the controller's own."""

from dataclasses import replace
from datetime import timedelta

from scaler.algorithm.rules import effective_rules
from scaler.algorithm.stages import Form
from scaler.api.types import ScalingRules, Tolerance
from tests.support.builders import DOWN, SETTINGS, UP, behavior, spec

SLOW = replace(SETTINGS, downscale_stabilization=timedelta(minutes=10), tolerance=Tolerance(0.2))


def test_without_behavior_the_older_rules_apply() -> None:
    rules = effective_rules(spec(), SLOW)
    assert (Form.OLDER, timedelta(0), timedelta(minutes=10)) == (rules.form, rules.up_window, rules.down_window)


def test_without_behavior_the_tolerance_is_the_controllers() -> None:
    rules = effective_rules(spec(), SLOW)
    assert (rules.up_tolerance, rules.down_tolerance) == (0.2, 0.2)


def test_with_behavior_an_open_scale_down_window_is_the_controllers() -> None:
    rules = effective_rules(spec(behavior=behavior()), SLOW)
    assert (Form.BEHAVIOR, timedelta(0), timedelta(minutes=10)) == (rules.form, rules.up_window, rules.down_window)


def test_a_window_of_zero_is_not_an_open_one() -> None:
    rules = effective_rules(spec(behavior=behavior(down=replace(DOWN, stabilization_window_seconds=0))), SLOW)
    assert timedelta(0) == rules.down_window


def test_each_direction_keeps_its_own_window_and_tolerance() -> None:
    up = replace(UP, stabilization_window_seconds=60, tolerance=Tolerance(0.5))
    down = ScalingRules(stabilization_window_seconds=120)
    rules = effective_rules(spec(behavior=behavior(up=up, down=down)), SLOW)

    assert (timedelta(seconds=60), timedelta(seconds=120)) == (rules.up_window, rules.down_window)
    assert (rules.up_tolerance, rules.down_tolerance) == (0.5, 0.2)
    assert (up, down) == (rules.up, rules.down)
