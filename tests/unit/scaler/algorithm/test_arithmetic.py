"""Go's float expressions come out as Go's, and their saturating twins keep size and sign."""

import math

import pytest

from scaler.algorithm.arithmetic import (
    INT32_MAX,
    INT32_MIN,
    INT64_MAX,
    INT64_MIN,
    ceil_of_average,
    ceil_of_average_on_amd64,
    ceil_to_int32,
    ceil_to_int32_on_amd64,
    ceil_to_int32_saturating_upwards,
    is_within,
    percent_down,
    percent_up,
    ratio_of,
    ratio_of_average,
    saturated_int64,
    truncated_quotient,
    wrapped_int64,
)
from scaler.api.types import Tolerance

TENTH = Tolerance(0.1)


@pytest.mark.parametrize(
    ("usage", "target", "ratio"),
    [(150, 100, 1.5), (0, 100, 0.0), (-50, 100, -0.5), (5, 0, math.inf), (-5, 0, -math.inf)],
)
def test_a_ratio_divides_also_by_zero(usage: int, target: int, ratio: float) -> None:
    assert ratio == ratio_of(usage, target)


def test_nothing_over_nothing_is_not_a_number() -> None:
    assert math.isnan(ratio_of(0, 0))


def test_an_average_multiplies_target_and_replicas_before_it_divides() -> None:
    # 0.1 x 3 is 0.30000000000000004 as a float; dividing twice would give another ratio.
    assert ratio_of_average(7, 10, 3) == 7.0 / (10.0 * 3.0)


def test_an_average_over_no_replicas_is_infinite() -> None:
    assert math.inf == ratio_of_average(7, 10, 0)


@pytest.mark.parametrize(
    ("ratio", "within"), [(0.9, True), (1.1, True), (1.0, True), (0.8999, False), (1.1001, False), (math.nan, False)]
)
def test_the_tolerance_includes_its_ends(ratio: float, *, within: bool) -> None:
    assert within == is_within(ratio, down=TENTH, up=TENTH)


def test_each_direction_has_its_own_tolerance() -> None:
    assert [is_within(ratio, down=Tolerance(0.5), up=Tolerance(0.0)) for ratio in (0.5, 1.01)] == [True, False]


@pytest.mark.parametrize(
    ("value", "saturating", "on_amd64", "upwards"),
    [
        (2.1, 3, 3, 3),
        (-2.9, -2, -2, -2),
        (0.0, 0, 0, 0),
        (2147483646.5, INT32_MAX, INT32_MAX, INT32_MAX),
        (2147483647.5, INT32_MAX, INT32_MIN, INT32_MAX),
        (1e300, INT32_MAX, INT32_MIN, INT32_MAX),
        (math.inf, INT32_MAX, INT32_MIN, INT32_MAX),
        (-2147483648.0, INT32_MIN, INT32_MIN, INT32_MIN),
        (-1e300, INT32_MIN, INT32_MIN, INT32_MIN),
        (-math.inf, INT32_MIN, INT32_MIN, INT32_MIN),
        (math.nan, 0, INT32_MIN, INT32_MIN),
    ],
)
def test_trap_7_a_ceiling_that_does_not_fit_depends_on_the_path(
    value: float, saturating: int, on_amd64: int, upwards: int
) -> None:
    found = (ceil_to_int32(value), ceil_to_int32_on_amd64(value), ceil_to_int32_saturating_upwards(value))
    assert (saturating, on_amd64, upwards) == found


@pytest.mark.parametrize(
    ("usage", "replicas", "total", "on_amd64"),
    [
        (7, 2, 4, 4),
        (-7, 2, -3, -3),
        (7, 0, 7, INT64_MIN),
        (0, 0, 0, INT64_MIN),
        (-7, 0, -7, INT64_MIN),
        (INT64_MAX, 1, INT64_MAX, INT64_MIN),
        (INT64_MIN, 1, INT64_MIN, INT64_MIN),
    ],
)
def test_trap_6_an_average_over_no_replicas_is_left_to_the_machine(
    usage: int, replicas: int, total: int, on_amd64: int
) -> None:
    assert (total, on_amd64) == (ceil_of_average(usage, replicas), ceil_of_average_on_amd64(usage, replicas))


@pytest.mark.parametrize(
    ("start", "percent", "up", "down"),
    [
        (7, 10, 8, 6),
        (3, 100, 6, 0),
        (0, 100, 0, 0),
        # 50 x 1.1 is 55.00000000000001 as a float: one more than on paper.
        (50, 10, 56, 45),
        (10, 200, 30, -10),
    ],
)
def test_a_percent_policy_rounds_as_float_arithmetic_does(start: int, percent: int, up: int, down: int) -> None:
    assert (up, down) == (percent_up(start, percent), percent_down(start, percent))


@pytest.mark.parametrize(("dividend", "quotient"), [(7, 3), (-7, -3), (0, 0), (6, 3)])
def test_an_integer_quotient_is_cut_off_towards_zero(dividend: int, quotient: int) -> None:
    assert quotient == truncated_quotient(dividend, 2)


@pytest.mark.parametrize(
    ("value", "saturated", "wrapped"),
    [
        (INT64_MAX, INT64_MAX, INT64_MAX),
        (INT64_MAX + 1, INT64_MAX, INT64_MIN),
        (INT64_MIN - 1, INT64_MIN, INT64_MAX),
        (-5, -5, -5),
    ],
)
def test_a_sum_saturates_or_wraps_at_64_bits(value: int, saturated: int, wrapped: int) -> None:
    assert (saturated, wrapped) == (saturated_int64(value), wrapped_int64(value))
