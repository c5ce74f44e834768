"""Which whole numbers does Go answer for a quantity, its overflows and wrong negative fractions included?

Only parity with the stock controller needs these; everything else uses `Quantity.milli_value` and `Quantity.value`.
"""

from typing import Final

from adapter.kube.quantity_value import INT64_MAX, INT64_MIN, NANO_EXPONENT, Quantity, divided_away_from_zero

# Go multiplies by these powers of ten at once and by any other digit by digit. At 10^19 nothing but zero fits.
_ONE_STEP: Final = frozenset({0, 1, 2, 3, 6, 9})
_MOST_SHIFT: Final = 19


def milli_value_as_go(quantity: Quantity) -> int:
    """Thousandths as Go's MilliValue gives them: 0 or wrapped on overflow, too high for some negative fractions.

    Source: quantity.go MilliValue, scale_int.go, math.go (v1.37).
    """
    return _scaled_as_go(quantity, -3)


def value_as_go(quantity: Quantity) -> int:
    """Whole units as Go's Value gives them, with the same faults as `milli_value_as_go`.

    Source: quantity.go Value, scale_int.go, math.go (v1.37).
    """
    return _scaled_as_go(quantity, 0)


def _scaled_as_go(quantity: Quantity, exponent: int) -> int:
    if quantity.arbitrary_precision:
        return _scaled_decimal(quantity.nano, exponent - NANO_EXPONENT)
    return _scaled_int64(quantity.mantissa, quantity.exponent - exponent)


def _scaled_int64(mantissa: int, shift: int) -> int:
    """An int64 is divided away from zero, or multiplied.

    A product that does not fit wraps if it took Go one step, and is 0 if it took many.
    """
    if shift < 0:
        return divided_away_from_zero(mantissa, 10**-shift)
    if shift in _ONE_STEP:
        return _wrapped(mantissa * 10**shift)
    product = mantissa * 10 ** min(shift, _MOST_SHIFT)
    return product if INT64_MIN <= product <= INT64_MAX else 0


def _scaled_decimal(unscaled: int, digits: int) -> int:
    """A decimal of any size is cut off by `digits` digits; one is added if anything was lost, whatever the sign.

    Below 2^63 - 1 Go divides in int64, so a large negative amount wraps before and not after the division.
    """
    divisor: int = 10**digits
    if unscaled < INT64_MAX:
        low = _wrapped(unscaled)
        quotient = low // divisor if low >= 0 else -(-low // divisor)
        return quotient + (low % divisor != 0)
    return _wrapped(unscaled // divisor) + (unscaled % divisor != 0)


def _wrapped(amount: int) -> int:
    """The low 64 bits as a signed integer."""
    return (amount - INT64_MIN) % 2**64 + INT64_MIN
