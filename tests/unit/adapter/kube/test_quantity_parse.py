import pytest

from adapter.kube.quantity import QuantityError, QuantityFormat, parse_quantity

FORMAT_WRONG = "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1.50", "1500m"),
        ("12e-1", "1200e-3"),
        ("1e19", "10e18"),
        ("1024Ki", "1Mi"),
        ("1023Ki", "1023Ki"),
        ("1.5Gi", "1536Mi"),
        ("0.5Ki", "512"),
        ("0.1m", "100u"),
        ("+1", "1"),
        ("-6Ki", "-6Ki"),
        ("007", "7"),
        ("100000000000000000000", "100E"),
        ("803.02649Gi", "862243128092917760u"),
    ],
)
def test_a_text_has_one_canonical_form(text: str, expected: str) -> None:
    assert expected == str(parse_quantity(text))


@pytest.mark.parametrize("text", ["0.0000000001", "1e-10", "0.1n", "1e-2000000000"])
def test_less_than_a_nano_unit_counts_as_one(text: str) -> None:
    assert parse_quantity(text).nano == 1


def test_less_than_a_negative_nano_unit_counts_as_one() -> None:
    assert parse_quantity("-0.0000000001").nano == -1


@pytest.mark.parametrize("text", [".", "-", "+", "00", "-0", "0e-30", ".k", "Ki"])
def test_texts_without_a_digit_that_counts_are_zero(text: str) -> None:
    assert str(parse_quantity(text)) == "0"


@pytest.mark.parametrize(
    "text", ["", "1 ", " 1", "1_000", "NaN", "Inf", "0x10", "1,5", "1Zi", "1e3Mi", "٣", "1\n", "1.2.3"]
)
def test_a_text_of_the_wrong_shape_is_refused(text: str) -> None:
    with pytest.raises(QuantityError) as refused:
        parse_quantity(text)
    assert str(refused.value) == FORMAT_WRONG


@pytest.mark.parametrize("text", ["1K", "1ki", "1e", "1E+", "--1", "1mm", "1k5", "1ee5", "1i", "1-5"])
def test_an_unknown_suffix_is_refused(text: str) -> None:
    with pytest.raises(QuantityError) as refused:
        parse_quantity(text)
    assert str(refused.value) == "unable to parse quantity's suffix"


@pytest.mark.parametrize("text", ["1e2147483648", "1e-2147483649", "1e99999999999999999999"])
def test_an_exponent_that_go_would_wrap_is_refused(text: str) -> None:
    with pytest.raises(QuantityError, match="suffix"):
        parse_quantity(text)


@pytest.mark.parametrize("text", [".e-30", "e-10", "Pi", "-.Ei"])
def test_a_suffix_that_needs_a_number_is_refused_without_one(text: str) -> None:
    with pytest.raises(QuantityError) as refused:
        parse_quantity(text)
    assert str(refused.value) == "unable to parse numeric part of quantity"


def test_the_longest_text_is_256_characters() -> None:
    assert str(parse_quantity("1." + "0" * 254)) == "1"


@pytest.mark.parametrize("length", [257, 10_000])
def test_a_longer_text_is_refused(length: int) -> None:
    with pytest.raises(QuantityError):
        parse_quantity("1" * length)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1", QuantityFormat.DECIMAL_SI),
        ("1k", QuantityFormat.DECIMAL_SI),
        ("1E", QuantityFormat.DECIMAL_SI),
        ("1e3", QuantityFormat.DECIMAL_EXPONENT),
        ("1E3", QuantityFormat.DECIMAL_EXPONENT),
        ("1Ki", QuantityFormat.BINARY_SI),
        ("1.5Ki", QuantityFormat.BINARY_SI),
        ("0.0001Ki", QuantityFormat.DECIMAL_SI),
    ],
)
def test_the_suffix_decides_the_format(text: str, expected: QuantityFormat) -> None:
    assert expected == parse_quantity(text).format


@pytest.mark.parametrize(("text", "expected"), [("16Ei", 2**63 - 1), ("-16Ei", -(2**63 - 1))])
def test_a_binary_amount_ends_where_int64_does(text: str, expected: int) -> None:
    assert expected * 10**9 == parse_quantity(text).nano
