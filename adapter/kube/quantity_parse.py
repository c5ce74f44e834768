"""Which quantity does a text mean? The one apimachinery's ParseQuantity reads, or its error."""

import re
from functools import lru_cache
from typing import Final, NamedTuple

from adapter.kube.quantity_value import (
    INT64_MAX,
    NANO_EXPONENT,
    Quantity,
    QuantityError,
    QuantityFormat,
    nano_of,
)

_FORMAT_WRONG: Final = "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'"
_NUMBER_WRONG: Final = "unable to parse numeric part of quantity"
_SUFFIX_WRONG: Final = "unable to parse quantity's suffix"

# Go reads texts of any length. Nobody means longer ones, and Python refuses to print integers over 4300 digits.
_LONGEST_TEXT: Final = 256

_SHAPE: Final = re.compile(r"([+-]?+)(0*+)([0-9]*+)(?:\.([0-9]*+))?+([eEinumkKMGTP]*+[+-]?+[0-9]*+)")
_EXPONENT: Final = re.compile(r"[eE]([+-]?[0-9]+)")

_SI: Final = {"n": -9, "u": -6, "m": -3, "": 0, "k": 3, "M": 6, "G": 9, "T": 12, "P": 15, "E": 18}
_BINARY: Final = {"Ki": 10, "Mi": 20, "Gi": 30, "Ti": 40, "Pi": 50, "Ei": 60}
_INT64_DIGITS: Final = 18


@lru_cache(maxsize=8192)
def parse_quantity(text: str) -> Quantity:
    """The amount that `text` means, rounded away from zero to a nano unit.

    As lenient as apimachinery: "1.", ".5", "." and "-" are quantities (the last two are 0); leading zeros and a plus
    are fine. Raises QuantityError with apimachinery's text. Two refusals are our own: more than 256 characters, and an
    exponent beyond int32, which Go wraps.
    Source: quantity.go ParseQuantity (v1.37).
    """
    shape = _SHAPE.fullmatch(text) if 0 < len(text) <= _LONGEST_TEXT else None
    if shape is None:
        raise QuantityError(_FORMAT_WRONG)
    sign, zeros, whole, fraction, suffix = shape.groups("")
    magnitude = int(whole + fraction or "0")
    number = _Number(
        mantissa=-magnitude if sign == "-" else magnitude,
        digits=(len(whole) or 1) + len(fraction),
        fraction_digits=len(fraction),
        is_written=bool(zeros or whole or fraction),
    )
    if suffix in _BINARY:
        return _binary(number, _BINARY[suffix])
    if suffix in _SI:
        return _decimal(number, _SI[suffix], QuantityFormat.DECIMAL_SI)
    return _decimal(number, _written_exponent(suffix), QuantityFormat.DECIMAL_EXPONENT)


class _Number(NamedTuple):
    """The text before the suffix: an integer, and how many of its digits came after the point."""

    mantissa: int
    digits: int
    fraction_digits: int
    is_written: bool


def _written_exponent(suffix: str) -> int:
    written = _EXPONENT.fullmatch(suffix)
    if written is None or not -(2**31) <= int(written[1]) < 2**31:
        raise QuantityError(_SUFFIX_WRONG)
    return int(written[1])


def _decimal(number: _Number, exponent: int, quantity_format: QuantityFormat) -> Quantity:
    exponent -= number.fraction_digits
    if number.digits <= _INT64_DIGITS and exponent >= NANO_EXPONENT:
        return Quantity.of(number.mantissa, exponent, quantity_format)
    return _arbitrary(number, nano_of(number.mantissa, exponent), quantity_format)


def _binary(number: _Number, power: int) -> Quantity:
    amount = number.mantissa << power
    # apimachinery takes 2^10 for three digits of the fifteen it trusts an int64 with, and leaves one spare.
    if number.fraction_digits == 0 and number.digits <= 14 - power * 3 // 10:
        return Quantity.of(amount, 0, QuantityFormat.BINARY_SI)
    largest = INT64_MAX * 10**9
    nano = max(-largest, min(largest, nano_of(amount, -number.fraction_digits)))
    is_small = -(10**9) < nano < 10**9
    return _arbitrary(number, nano, QuantityFormat.DECIMAL_SI if is_small else QuantityFormat.BINARY_SI)


def _arbitrary(number: _Number, nano: int, quantity_format: QuantityFormat) -> Quantity:
    if not number.is_written:
        raise QuantityError(_NUMBER_WRONG)
    return Quantity(nano, nano, NANO_EXPONENT, quantity_format, arbitrary_precision=True)
