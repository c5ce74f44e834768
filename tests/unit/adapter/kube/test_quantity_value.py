import math

import pytest

from adapter.kube.quantity import Quantity, QuantityFormat, parse_quantity

INT64_MAX = 2**63 - 1


@pytest.mark.parametrize(
    ("text", "expected"),
    [("1", 1000), ("1500m", 1500), ("0.0001", 1), ("-0.0001", -1), ("-1.0001", -1001), ("1Ki", 1_024_000), ("0", 0)],
)
def test_a_milli_value_is_rounded_away_from_zero(text: str, expected: int) -> None:
    assert expected == parse_quantity(text).milli_value()


@pytest.mark.parametrize(
    ("text", "expected"), [("1m", 1), ("-1m", -1), ("-1.5", -2), ("2", 2), ("9.5Gi", 10_200_547_328)]
)
def test_a_value_is_rounded_away_from_zero(text: str, expected: int) -> None:
    assert expected == parse_quantity(text).value()


@pytest.mark.parametrize("text", ["1E", "1Ei", "9223372036854775.808", "1e30", "1e2000000000"])
def test_a_milli_value_too_large_for_int64_is_the_largest_int64(text: str) -> None:
    assert parse_quantity(text).milli_value() == INT64_MAX


@pytest.mark.parametrize("text", ["-1E", "-1Ei", "-9223372036854775.809", "-1e30"])
def test_a_milli_value_too_small_for_int64_is_the_smallest_int64(text: str) -> None:
    assert parse_quantity(text).milli_value() == -(2**63)


def test_a_value_too_large_for_int64_is_the_largest_int64() -> None:
    assert parse_quantity("9223372036854775808").value() == INT64_MAX


@pytest.mark.parametrize(("text", "expected"), [("1n", 1), ("-1n", -1), ("-0", 0), ("0Ki", 0)])
def test_the_sign_is_that_of_the_amount(text: str, expected: int) -> None:
    assert expected == parse_quantity(text).sign


@pytest.mark.parametrize(
    ("one", "other"), [("1", "1000m"), ("1Ki", "1024"), ("1e3", "1k"), ("0", "-0Gi"), ("1.0", "1")]
)
def test_amounts_are_equal_however_they_are_written(one: str, other: str) -> None:
    assert parse_quantity(one) == parse_quantity(other)


def test_equal_amounts_share_a_hash() -> None:
    assert hash(parse_quantity("1Ki")) == hash(parse_quantity("1024"))


@pytest.mark.parametrize(
    ("less", "more"), [("-1", "0"), ("999m", "1"), ("1000", "1Ki"), ("1E", "1Ei"), ("1e18", "1e19")]
)
def test_quantities_are_ordered_by_amount(less: str, more: str) -> None:
    assert parse_quantity(less) < parse_quantity(more)


@pytest.mark.parametrize(
    ("milli", "quantity_format", "expected"),
    [
        (1500, QuantityFormat.DECIMAL_SI, "1500m"),
        (2000, QuantityFormat.DECIMAL_SI, "2"),
        (0, QuantityFormat.DECIMAL_SI, "0"),
        (-1, QuantityFormat.DECIMAL_SI, "-1m"),
        (2_048_000, QuantityFormat.BINARY_SI, "2Ki"),
        (1_023_000, QuantityFormat.BINARY_SI, "1023"),
        (2_048_500, QuantityFormat.BINARY_SI, "2048500m"),
        (1_000_000, QuantityFormat.DECIMAL_EXPONENT, "1e3"),
        (7000, QuantityFormat.DECIMAL_EXPONENT, "7"),
    ],
)
def test_thousandths_print_in_the_format_asked_for(milli: int, quantity_format: QuantityFormat, expected: str) -> None:
    assert expected == str(Quantity.of_milli(milli, format=quantity_format))


def test_thousandths_are_decimal_unless_said_otherwise() -> None:
    assert Quantity.of_milli(5).format == QuantityFormat.DECIMAL_SI


@pytest.mark.parametrize(
    ("text", "expected"),
    [("1000E", "1000E"), ("1e21", "1e21"), ("123456789012345678901234", "123456789012345678901234")],
)
def test_no_amount_is_too_large_to_be_printed_in_full(text: str, expected: str) -> None:
    assert expected == str(parse_quantity(text))


@pytest.mark.parametrize("nano", [0, 1, -1, 10**9, 1500 * 10**6, 10**30, -123456789012345678901])
def test_nano_units_are_held_as_their_printed_text_would_be(nano: int) -> None:
    quantity = Quantity.of_nano(nano)

    again = parse_quantity(str(quantity))

    assert (again.nano, again.arbitrary_precision) == (nano, quantity.arbitrary_precision)


@pytest.mark.parametrize(
    ("text", "expected"), [("0e400", 0.0), ("1e400", math.inf), ("-1e400", -math.inf), ("1e308", 1e308)]
)
def test_the_float_of_an_enormous_exponent_is_infinite_unless_the_amount_is_zero(text: str, expected: float) -> None:
    assert expected == parse_quantity(text).approximate_float()


def test_the_float_of_more_digits_than_floats_have_is_infinite() -> None:
    assert -math.inf == parse_quantity("-1234567890123456789e400").approximate_float()


def test_the_float_is_the_product_apimachinery_computes_and_not_the_nearest() -> None:
    assert parse_quantity("-353902.000076933e3").approximate_float() == 353902000076933 * -1e-6
