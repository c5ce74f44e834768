"""Matchers say exactly what a requirement says, or nothing at all."""

import pytest

from adapter.kube.selectors import Operator, Requirement
from adapter.prometheus.promql import InexpressibleError, is_label_name, matcher_of, matchers_of, quote, quote_regex


def requirement(operator: Operator, *values: str, key: str = "a") -> Requirement:
    return Requirement(key=key, operator=operator, values=values)


@pytest.mark.parametrize(
    ("operator", "values", "expected"),
    [
        (Operator.EQUALS, ("x",), 'a="x"'),
        (Operator.DOUBLE_EQUALS, ("x",), 'a="x"'),
        (Operator.NOT_EQUALS, ("x",), 'a!="x"'),
        (Operator.IN, ("x.y",), 'a="x.y"'),
        (Operator.IN, ("x.y", "z"), r'a=~"x\\.y|z"'),
        (Operator.NOT_IN, ("x.y",), 'a!="x.y"'),
        (Operator.NOT_IN, ("x.y", "z"), r'a!~"x\\.y|z"'),
        (Operator.EXISTS, (), 'a!=""'),
        (Operator.DOES_NOT_EXIST, (), 'a=""'),
        (Operator.EQUALS, ("",), 'a=""'),
    ],
)
def test_each_operator_has_its_matcher(operator: Operator, values: tuple[str, ...], expected: str) -> None:
    assert expected == str(matcher_of(requirement(operator, *values)))


@pytest.mark.parametrize("operator", [Operator.GREATER_THAN, Operator.LESS_THAN])
def test_a_comparison_of_numbers_is_refused(operator: Operator) -> None:
    with pytest.raises(
        InexpressibleError, match=f"compares label 'a' by '{operator.value}', which Prometheus can't do"
    ):
        matcher_of(requirement(operator, "1"))


@pytest.mark.parametrize("key", ["app.kubernetes.io/name", "my-label", "1a", "", "ä", "a b", 'a"}'])
def test_a_key_that_is_no_label_name_is_refused(key: str) -> None:
    with pytest.raises(InexpressibleError, match="which Prometheus can't hold"):
        matcher_of(requirement(Operator.EQUALS, "x", key=key))


def test_the_name_of_the_series_may_not_be_selected() -> None:
    with pytest.raises(InexpressibleError, match="the rule decides which series is read"):
        matcher_of(requirement(Operator.EQUALS, "other_metric", key="__name__"))


def test_matchers_keep_the_order_of_the_requirements() -> None:
    found = matchers_of([requirement(Operator.EXISTS, key="b"), requirement(Operator.EXISTS, key="a")])
    assert [matcher.label for matcher in found] == ["b", "a"]


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ('a"b', r'"a\"b"'),
        ("a\\b", r'"a\\b"'),
        ("a\nb", r'"a\U0000000ab"'),
        ("ä", '"ä"'),
        ('"\x00\\', r'"\"\U00000000\\"'),
    ],
)
def test_whatever_a_value_holds_it_stays_one_string(value: str, expected: str) -> None:
    assert expected == quote(value)


def test_every_sign_with_a_meaning_in_a_regular_expression_is_quoted() -> None:
    assert quote_regex("\\.+*?()|[]{}^$-_/#") == r"\\\.\+\*\?\(\)\|\[\]\{\}\^\$-_/#"


def test_a_label_name_may_not_end_in_a_newline() -> None:
    assert not is_label_name("a\n")
