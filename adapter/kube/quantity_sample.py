"""Which quantity does a Prometheus sample become? Its decimal text, exactly, or the reason why there is none."""

import re
from enum import StrEnum
from typing import Final

from adapter.kube.quantity_value import Quantity, QuantityError, nano_of

# More than this many whole units do not fit an int64 of thousandths, and the stock controller would read them as -1.
_LARGEST_NANO: Final = 9_223_372_036_854_775 * 10**9
_LONGEST_TEXT: Final = 512
_DECIMAL: Final = re.compile(r"([+-]?)([0-9]*+)(?:\.([0-9]*+))?+(?:[eE]([+-]?[0-9]{1,9}))?+")


class SampleKind(StrEnum):
    """Why a sample is no quantity."""

    NAN = "NaN"
    POSITIVE_INFINITY = "+Inf"
    NEGATIVE_INFINITY = "-Inf"
    OVERFLOW = "overflow"


class NotAQuantity(QuantityError):
    """The sample is a number Kubernetes cannot carry; `kind` says which, so that a rule's policy can decide."""

    def __init__(self, kind: SampleKind, text: str) -> None:
        super().__init__(_EXPLANATIONS[kind].format(text=text))
        self.kind = kind


_EXPLANATIONS: Final = {
    SampleKind.NAN: "the sample is NaN, which no quantity can say",
    SampleKind.POSITIVE_INFINITY: "the sample is +Inf, which no quantity can say",
    SampleKind.NEGATIVE_INFINITY: "the sample is -Inf, which no quantity can say",
    SampleKind.OVERFLOW: "the sample {text} is beyond 9223372036854775, the most that thousandths in an int64 can say",
}
_NAMED: Final = {
    "NaN": SampleKind.NAN,
    "Inf": SampleKind.POSITIVE_INFINITY,
    "+Inf": SampleKind.POSITIVE_INFINITY,
    "-Inf": SampleKind.NEGATIVE_INFINITY,
}


def quantity_of_sample(text: str) -> Quantity:
    """The amount that `text`, a decimal number as Prometheus prints it, means to a nano unit, rounded away from zero.

    So a sample that is not zero never becomes a quantity that is. Raises NotAQuantity for NaN, the infinities and
    magnitudes above 9223372036854775, and QuantityError for text that is no number.
    """
    if text in _NAMED:
        raise NotAQuantity(_NAMED[text], text)
    nano = _nano_of(text)
    if not -_LARGEST_NANO <= nano <= _LARGEST_NANO:
        raise NotAQuantity(SampleKind.OVERFLOW, text)
    return Quantity.of_nano(nano)


def _nano_of(text: str) -> int:
    shape = _DECIMAL.fullmatch(text) if len(text) <= _LONGEST_TEXT else None
    if shape is None or not (shape[2] or shape[3]):
        raise QuantityError(f"the sample {text[:40]!r} is not a number")
    sign, whole, fraction, exponent = shape.groups("")
    mantissa = int(f"{sign}{whole}{fraction}")
    return nano_of(mantissa, int(exponent or "0") - len(fraction))
