"""What a quantity is: an exact number of nano units that knows how it was written."""

import math
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, Self

INT64_MAX: Final = 2**63 - 1
INT64_MIN: Final = -(2**63)
NANO_EXPONENT: Final = -9

# Comparisons saturate from here on: text may carry exponents up to 2**31 - 1, whose integers nobody wants to build.
_LARGEST_SHIFT: Final = 1000


class QuantityError(ValueError):
    """The text is not a quantity; the message is the one apimachinery gives."""


class QuantityFormat(StrEnum):
    """Which family of suffixes the canonical form uses."""

    DECIMAL_SI = "DecimalSI"
    BINARY_SI = "BinarySI"
    DECIMAL_EXPONENT = "DecimalExponent"


@dataclass(frozen=True, slots=True, order=True)
class Quantity:
    """An exact amount, finest step one nano unit; equality and order are those of the amount alone.

    `mantissa` x 10^`exponent` is the same amount as apimachinery holds it, and `arbitrary_precision` says that it holds
    it as a decimal of any size and not as an int64. Only the float and the numbers "as Go" depend on them.
    """

    nano: int
    mantissa: int = field(compare=False)
    exponent: int = field(compare=False)
    format: QuantityFormat = field(compare=False, default=QuantityFormat.DECIMAL_SI)
    arbitrary_precision: bool = field(compare=False, default=False)

    @classmethod
    def of(cls, mantissa: int, exponent: int, format: QuantityFormat) -> Self:  # noqa: A002  Kubernetes' own word
        """The amount `mantissa` x 10^`exponent`, whose exponent is -9 or more."""
        return cls(nano_of(mantissa, exponent), mantissa, exponent, format)

    @classmethod
    def of_milli(cls, milli: int, *, format: QuantityFormat = QuantityFormat.DECIMAL_SI) -> Self:  # noqa: A002  Kubernetes' own word
        """The amount of that many thousandths."""
        return cls(milli * 1_000_000, milli, -3, format)

    @classmethod
    def of_nano(cls, nano: int) -> Self:
        """The amount of that many nano units, held as if its canonical text had been parsed."""
        mantissa, exponent = _in_thousands(nano, NANO_EXPONENT)
        if abs(mantissa) < 10**18:
            return cls(nano, mantissa, exponent)
        return cls(nano, nano, NANO_EXPONENT, arbitrary_precision=True)

    def milli_value(self) -> int:
        """Thousandths, rounded away from zero and saturated to int64."""
        return _saturated(divided_away_from_zero(self.nano, 1_000_000))

    def value(self) -> int:
        """Whole units, rounded away from zero and saturated to int64."""
        return _saturated(divided_away_from_zero(self.nano, 1_000_000_000))

    @property
    def sign(self) -> int:
        """-1, 0 or 1."""
        return (self.nano > 0) - (self.nano < 0)

    def approximate_float(self) -> float:
        """The float64 apimachinery answers: not always the nearest one, for it is the product of two roundings.

        Source: quantity.go AsApproximateFloat64 (v1.37).
        """
        if self.mantissa == 0:
            return 0.0
        try:
            base = float(self.mantissa)
        except OverflowError:
            return self.sign * math.inf
        return base if self.exponent == 0 else base * _power_of_ten(self.exponent)

    def __str__(self) -> str:
        """The canonical form: the largest suffix that needs no fraction, a multiple of three in the exponent.

        From 10^21 on apimachinery drops the suffix of a DecimalSI amount; here it stays at E.
        Source: quantity.go CanonicalizeBytes (v1.37).
        """
        if self.mantissa == 0:
            return "0"
        if self.format is QuantityFormat.BINARY_SI and abs(self.nano) >= 1024 * 10**9 and self.nano % 10**9 == 0:
            return _binary_text(self.nano // 10**9)
        mantissa, exponent = _in_thousands(self.mantissa, self.exponent)
        if self.format is QuantityFormat.DECIMAL_EXPONENT:
            return f"{mantissa}e{exponent}" if exponent else str(mantissa)
        if exponent > _EXA:
            mantissa, exponent = mantissa * 10 ** (exponent - _EXA), _EXA
        return f"{mantissa}{_DECIMAL_SUFFIXES[(exponent - NANO_EXPONENT) // 3]}"


_EXA: Final = 18
_DECIMAL_SUFFIXES: Final = ("n", "u", "m", "", "k", "M", "G", "T", "P", "E")
_LARGEST_FLOAT_EXPONENT: Final = 308
_BINARY_SUFFIXES: Final = ("", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei")


def nano_of(mantissa: int, exponent: int) -> int:
    """Nano units in `mantissa` x 10^`exponent`, rounded away from zero; at most 1000 digits more than it has."""
    shift = exponent - NANO_EXPONENT
    factor: int = 10 ** min(abs(shift), _LARGEST_SHIFT)
    return mantissa * factor if shift >= 0 else divided_away_from_zero(mantissa, factor)


def divided_away_from_zero(amount: int, divisor: int) -> int:
    """The quotient, rounded away from zero; `divisor` is positive."""
    return -(-amount // divisor) if amount > 0 else amount // divisor


def _saturated(amount: int) -> int:
    return INT64_MAX if amount > INT64_MAX else max(amount, INT64_MIN)


def _in_thousands(mantissa: int, exponent: int) -> tuple[int, int]:
    """The same amount with the fewest digits whose exponent is a multiple of three."""
    digits = str(mantissa)
    trimmed = digits.rstrip("0")
    if trimmed in {"", "-"}:
        return 0, 0
    exponent += len(digits) - len(trimmed)
    over = exponent % 3
    return int(trimmed) * 10**over, exponent - over


def _binary_text(whole: int) -> str:
    power = 0
    while whole % 1024 == 0:
        whole //= 1024
        power += 1
    return f"{whole}{_BINARY_SUFFIXES[power]}"


def _power_of_ten(exponent: int) -> float:
    """10^exponent as Go's math.Pow10 gives it: a product of two table entries, and infinite from 10^309 on."""
    if exponent < 0:
        return 1 / float(10**-exponent)
    if exponent > _LARGEST_FLOAT_EXPONENT:
        return math.inf
    return float(10 ** (exponent // 32 * 32)) * float(10 ** (exponent % 32))
