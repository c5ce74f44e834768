"""Do refusals read as an API server writes them?"""

import pytest

from scaler.api.field_errors import FieldErrorType, forbidden, invalid, not_supported, required, status_message


def test_a_number_is_printed_bare() -> None:
    assert str(invalid("spec.maxReplicas", -3, "too few")) == "spec.maxReplicas: Invalid value: -3: too few"


def test_a_text_is_printed_in_quotes() -> None:
    assert invalid("spec", "a", "no").message == 'Invalid value: "a": no'


@pytest.mark.parametrize(
    ("text", "quoted"),
    [
        ('say "x"', r'"say \"x\""'),
        ("a\\b", r'"a\\b"'),
        ("a\nb\t", r'"a\nb\t"'),
        ("\x00\x7f", r'"\x00\x7f"'),
        ("é", '"é"'),
        ("\u00ad\u2028", r'"\u00ad\u2028"'),
        ("\U000e0001", r'"\U000e0001"'),
    ],
)
def test_signs_that_do_not_print_are_escaped_as_go_does(text: str, quoted: str) -> None:
    assert f"Invalid value: {quoted}: no" == invalid("spec", text, "no").message


@pytest.mark.parametrize(("detail", "message"), [("", "Required value"), ("say it", "Required value: say it")])
def test_a_missing_value_may_go_without_a_detail(detail: str, message: str) -> None:
    assert message == required("spec", detail).message


def test_each_error_carries_its_type() -> None:
    errors = (invalid("f", 1, ""), required("f"), forbidden("f", "no"), not_supported("f", "x", ()))
    assert list(FieldErrorType) == [error.type for error in errors]


def test_the_words_there_are_come_in_alphabetical_order() -> None:
    expected = 'Unsupported value: "x": supported values: "Disabled", "Max", "Min"'
    assert expected == not_supported("f", "x", ("Max", "Min", "Disabled")).message


def test_one_error_stands_alone() -> None:
    expected = 'Kind.group "worker" is invalid: spec: Forbidden: no'
    assert expected == status_message("Kind.group", "worker", [forbidden("spec", "no")])


def test_several_errors_stand_in_brackets_each_text_once() -> None:
    expected = 'Kind.group "worker" is invalid: [a: Forbidden: no, b: Forbidden: no]'
    errors = [forbidden("a", "no"), forbidden("b", "no"), forbidden("a", "no")]
    assert expected == status_message("Kind.group", "worker", errors)
