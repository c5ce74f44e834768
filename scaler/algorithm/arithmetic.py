"""How do Go's float expressions come out? One function per expression; the only floats of the algorithm are here.

Where a float does not fit an integer, Go leaves the result to the machine: amd64 gives the smallest integer. The
functions named `..._on_amd64` do the same; their twins saturate and keep the sign.
"""

import math

from scaler.api.types import Tolerance

INT32_MAX = 2**31 - 1
INT32_MIN = -(2**31)
INT64_MAX = 2**63 - 1
INT64_MIN = -(2**63)


def ratio_of(usage: int, target: int) -> float:
    """`usage / target` as float64; a target of zero gives an infinity with the usage's sign, or NaN for 0/0."""
    return divide(float(usage), float(target))


def ratio_of_average(usage: int, target: int, status_replicas: int) -> float:
    """`usage / (target x status_replicas)` as float64, multiplied before the division as upstream does."""
    return divide(float(usage), float(target) * float(status_replicas))


def divide(numerator: float, denominator: float) -> float:
    if denominator != 0.0:
        return numerator / denominator
    if numerator == 0.0 or math.isnan(numerator):
        return math.nan
    return math.copysign(math.inf, numerator) * math.copysign(1.0, denominator)


def is_within(ratio: float, *, down: Tolerance, up: Tolerance) -> bool:
    """Is the ratio no difference at all? Inclusive on both sides; NaN is never within."""
    return 1.0 - down <= ratio <= 1.0 + up


def ceil_to_int32(value: float) -> int:
    """`ceil(value)` saturated at both ends of int32; NaN, an average over nothing, counts as 0."""
    if math.isnan(value):
        return 0
    if value >= INT32_MAX:
        return INT32_MAX
    if value <= INT32_MIN:
        return INT32_MIN
    return math.ceil(value)


def ceil_to_int32_on_amd64(value: float) -> int:
    """`int32(math.Ceil(value))` as amd64 converts: NaN and everything outside int32 become -2^31."""
    if not INT32_MIN - 1 < value < INT32_MAX + 1:
        return INT32_MIN
    whole = math.ceil(value)
    return whole if INT32_MIN <= whole <= INT32_MAX else INT32_MIN


def ceil_to_int32_saturating_upwards(value: float) -> int:
    """As amd64 converts, but at or above 2^31 - 1 it is 2^31 - 1: upstream guards this side in some paths."""
    return INT32_MAX if value >= INT32_MAX else ceil_to_int32_on_amd64(value)


def ceil_of_average(usage: int, status_replicas: int) -> int:
    """`ceil(usage / status_replicas)` saturated; over no replicas it is the total."""
    if status_replicas == 0:
        return usage
    return min(max(math.ceil(float(usage) / float(status_replicas)), INT64_MIN), INT64_MAX)


def ceil_of_average_on_amd64(usage: int, status_replicas: int) -> int:
    """`int64(math.Ceil(float64(usage) / float64(status_replicas)))` as amd64 converts: what doesn't fit is -2^63."""
    average = divide(float(usage), float(status_replicas))
    if not float(INT64_MIN) <= average < float(INT64_MAX):
        return INT64_MIN
    return math.ceil(average)


def percent_up(start: int, percent: int) -> int:
    """`ceil(start x (1 + percent/100))`, the ceiling of a Percent scale-up policy."""
    return ceil_to_int32_on_amd64(float(start) * (1.0 + float(percent) / 100.0))


def percent_down(start: int, percent: int) -> int:
    """`trunc(start x (1 - percent/100))`, the floor of a Percent scale-down policy."""
    product = float(start) * (1.0 - float(percent) / 100.0)
    return INT32_MIN if not INT32_MIN - 1 < product < INT32_MAX + 1 else math.trunc(product)


def truncated_quotient(dividend: int, divisor: int) -> int:
    """Go's integer division: towards zero."""
    quotient = abs(dividend) // abs(divisor)
    return quotient if (dividend < 0) == (divisor < 0) else -quotient


def saturated_int64(value: int) -> int:
    return min(max(value, INT64_MIN), INT64_MAX)


def wrapped_int64(value: int) -> int:
    """`value` as an int64 that wrapped around."""
    return (value + 2**63) % 2**64 - 2**63
