import pytest

from adapter.kube.quantity import NotAQuantity, QuantityError, SampleKind, quantity_of_sample


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("0", "0"),
        ("-0", "0"),
        ("3", "3"),
        ("1e+06", "1M"),
        ("0.1", "100m"),
        ("1.005", "1005m"),
        ("0.0009", "900u"),
        ("-0.0019", "-1900u"),
        ("1.5e-10", "1n"),
        ("5e-324", "1n"),
        ("-5e-324", "-1n"),
        ("0.3333333333333333", "333333334n"),
        ("-0.3333333333333333", "-333333334n"),
        ("9223372036854775", "9223372036854775"),
        ("-9.223372036854775e+15", "-9223372036854775"),
        (".5", "500m"),
        ("5.", "5"),
        ("+7", "7"),
    ],
)
def test_a_sample_becomes_its_decimal_amount_rounded_away_from_zero_to_a_nano(text: str, expected: str) -> None:
    assert expected == str(quantity_of_sample(text))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("NaN", SampleKind.NAN),
        ("+Inf", SampleKind.POSITIVE_INFINITY),
        ("Inf", SampleKind.POSITIVE_INFINITY),
        ("-Inf", SampleKind.NEGATIVE_INFINITY),
        ("9223372036854776", SampleKind.OVERFLOW),
        ("9223372036854775.0000000001", SampleKind.OVERFLOW),
        ("-9223372036854775.5", SampleKind.OVERFLOW),
        ("1.7976931348623157e+308", SampleKind.OVERFLOW),
        ("-1e999999999", SampleKind.OVERFLOW),
    ],
)
def test_a_sample_no_quantity_can_say_is_named(text: str, expected: SampleKind) -> None:
    with pytest.raises(NotAQuantity) as refused:
        quantity_of_sample(text)
    assert expected == refused.value.kind


def test_the_text_of_an_overflow_shows_the_sample() -> None:
    with pytest.raises(NotAQuantity, match="the sample 1e\\+19 is beyond 9223372036854775"):
        quantity_of_sample("1e+19")


@pytest.mark.parametrize(
    "text", ["", ".", "-", "e5", "1e", "1e+", "0x1p3", "1_0", " 1", "1\n", "nan", "infinity", "٣", "1" * 513]
)
def test_a_text_that_is_no_number_is_refused_but_is_no_sample_kind(text: str) -> None:
    with pytest.raises(QuantityError, match="is not a number") as refused:
        quantity_of_sample(text)
    assert QuantityError is type(refused.value)
