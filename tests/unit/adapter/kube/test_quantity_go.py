import pytest

from adapter.kube.quantity import parse_quantity
from adapter.kube.quantity_go import milli_value_as_go, value_as_go


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1500m", 1500),
        ("-1n", -1),
        ("1E", 0),
        ("1Ei", -(2**63)),
        ("9223372036854775807", -1000),
        ("714902000055479k", -4_521_018_819_193_513_024),
        ("-985.00030871Ki", -1_008_640_315),
        ("-558.0081969Gi", -8_860_928_787_650),
        ("1.5Gi", 1_610_612_736_000),
    ],
)
def test_thousandths_as_go_keep_its_overflows_and_wrong_fractions(text: str, expected: int) -> None:
    assert expected == milli_value_as_go(parse_quantity(text))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1m", 1),
        ("1e19", 0),
        ("9223372036854775808", -(2**63)),
        ("100000000000000000000", 7_766_279_631_452_241_920),
        ("-0.5Ki", 1 - 513),
        ("-1.0009765625Ki", -1025),
        ("-841591.000037718Ki", -861_789_183),
    ],
)
def test_whole_units_as_go_keep_its_overflows_and_wrong_fractions(text: str, expected: int) -> None:
    assert expected == value_as_go(parse_quantity(text))
