"""Properties of quantities, against exact fractions."""

import math
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapter.kube.quantity import (
    NotAQuantity,
    Quantity,
    QuantityError,
    QuantityFormat,
    SampleKind,
    parse_quantity,
    quantity_of_sample,
)
from adapter.kube.quantity_go import milli_value_as_go

INT64_MAX = 2**63 - 1
NANO = Fraction(1, 10**9)
LARGEST_SAMPLE = 9_223_372_036_854_774.0  # the next float is two more, and beyond

MULTIPLES = {
    **dict(
        zip(
            ("n", "u", "m", "", "k", "M", "G", "T", "P", "E"),
            (Fraction(1000) ** power for power in range(-3, 7)),
            strict=True,
        )
    ),
    **dict(zip(("Ki", "Mi", "Gi"), (Fraction(1024) ** power for power in range(1, 4)), strict=True)),
}

signs = st.sampled_from(["", "-", "+"])
decimals = st.from_regex(r"[0-9]{1,9}(\.[0-9]{1,12})?", fullmatch=True)
suffixes = st.sampled_from(sorted(MULTIPLES))
written = st.builds(lambda sign, number, suffix: f"{sign}{number}{suffix}", signs, decimals, suffixes)
floats = st.floats(allow_nan=False, allow_infinity=False, min_value=-LARGEST_SAMPLE, max_value=LARGEST_SAMPLE)


def amount_of(quantity: Quantity) -> Fraction:
    return quantity.nano * NANO


def rounded_away(exact: Fraction) -> int:
    return math.ceil(exact) if exact > 0 else math.floor(exact)


@given(signs, decimals, suffixes)
def test_a_text_means_its_number_times_its_suffix_rounded_away_to_a_nano(sign: str, number: str, suffix: str) -> None:
    exact = Fraction(sign + number) * MULTIPLES[suffix]

    # Nine digits of Gi stay below 2^63, where a binary amount would end.
    assert rounded_away(exact / NANO) == parse_quantity(sign + number + suffix).nano


@given(st.text(alphabet="019.+-eEinumkKMGTP_ ٣", max_size=12))
def test_any_text_is_a_quantity_or_refused(text: str) -> None:
    try:
        quantity = parse_quantity(text)
    except QuantityError:
        return
    assert quantity == parse_quantity(str(quantity))


@given(written)
def test_the_canonical_text_means_the_same(text: str) -> None:
    assert parse_quantity(text) == parse_quantity(str(parse_quantity(text)))


@given(written)
def test_the_canonical_text_is_its_own_canonical_text(text: str) -> None:
    canonical = str(parse_quantity(text))

    assert canonical == str(parse_quantity(canonical))


@given(written, written)
def test_quantities_are_ordered_as_their_numbers_are(one: str, other: str) -> None:
    left, right = parse_quantity(one), parse_quantity(other)

    assert (amount_of(left) < amount_of(right)) == (left < right)


@given(written)
def test_thousandths_are_rounded_away_from_zero_and_saturate(text: str) -> None:
    exact = rounded_away(amount_of(parse_quantity(text)) * 1000)

    assert max(-(2**63), min(INT64_MAX, exact)) == parse_quantity(text).milli_value()


@given(written.filter(lambda text: not text.startswith("-")))
def test_thousandths_are_those_of_go_unless_they_overflow_or_are_negative(text: str) -> None:
    quantity = parse_quantity(text)

    assert milli_value_as_go(quantity) == quantity.milli_value() or quantity.milli_value() == INT64_MAX


@given(st.integers(-(2**63), INT64_MAX), st.sampled_from(QuantityFormat))
def test_thousandths_survive_being_printed_and_parsed(milli: int, quantity_format: QuantityFormat) -> None:
    text = str(Quantity.of_milli(milli, format=quantity_format))

    assert milli == parse_quantity(text).milli_value()


@given(floats)
def test_a_sample_keeps_its_sign_and_only_zero_becomes_zero(sample: float) -> None:
    assert (sample > 0) - (sample < 0) == quantity_of_sample(repr(sample)).sign


@given(floats)
def test_a_sample_is_exact_to_a_nano_or_rounded_up_in_magnitude(sample: float) -> None:
    excess = abs(amount_of(quantity_of_sample(repr(sample)))) - abs(Fraction(Decimal(repr(sample))))

    assert 0 <= excess < NANO


@given(floats)
def test_a_sample_means_the_same_however_it_is_printed(sample: float) -> None:
    assert quantity_of_sample(repr(sample)) == quantity_of_sample(f"{Decimal(repr(sample)):f}")


@given(floats)
def test_the_text_of_a_samples_quantity_is_read_back_as_it_is_held(sample: float) -> None:
    quantity = quantity_of_sample(repr(sample))
    again = parse_quantity(str(quantity))

    assert (quantity.nano, quantity.arbitrary_precision) == (again.nano, again.arbitrary_precision)


@given(st.floats(min_value=LARGEST_SAMPLE + 2, allow_nan=False, allow_infinity=False), st.sampled_from([1, -1]))
def test_a_sample_beyond_int64_thousandths_is_an_overflow(magnitude: float, sign: int) -> None:
    with pytest.raises(NotAQuantity) as refused:
        quantity_of_sample(repr(sign * magnitude))
    assert refused.value.kind is SampleKind.OVERFLOW
