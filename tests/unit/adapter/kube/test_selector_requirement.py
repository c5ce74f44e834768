from collections.abc import Mapping, Sequence

import pytest

from adapter.kube.selector_requirement import Operator, Requirement, SelectorError, requirement_of


@pytest.mark.parametrize(
    ("operator", "values", "labels"),
    [
        (Operator.EQUALS, ["1"], {"a": "1"}),
        (Operator.DOUBLE_EQUALS, ["1"], {"a": "1"}),
        (Operator.EQUALS, [""], {"a": ""}),
        (Operator.IN, ["1", "2"], {"a": "2"}),
        (Operator.NOT_IN, ["1", "2"], {"a": "3"}),
        (Operator.NOT_IN, ["1"], {}),
        (Operator.NOT_EQUALS, ["1"], {}),
        (Operator.NOT_EQUALS, [""], {}),
        (Operator.EXISTS, [], {"a": ""}),
        (Operator.DOES_NOT_EXIST, [], {"b": "1"}),
        (Operator.GREATER_THAN, ["9"], {"a": "10"}),
        (Operator.LESS_THAN, ["10"], {"a": "9"}),
    ],
)
def test_labels_that_fulfil_a_demand(operator: Operator, values: Sequence[str], labels: Mapping[str, str]) -> None:
    assert requirement_of("a", operator, values).matches(labels)


@pytest.mark.parametrize(
    ("operator", "values", "labels"),
    [
        (Operator.EQUALS, ["1"], {"a": "2"}),
        (Operator.EQUALS, [""], {}),
        (Operator.IN, ["1", "2"], {}),
        (Operator.NOT_IN, ["1", "2"], {"a": "1"}),
        (Operator.NOT_EQUALS, [""], {"a": ""}),
        (Operator.EXISTS, [], {"b": "1"}),
        (Operator.DOES_NOT_EXIST, [], {"a": ""}),
        (Operator.GREATER_THAN, ["9"], {"a": "9"}),
        (Operator.GREATER_THAN, ["9"], {}),
        (Operator.GREATER_THAN, ["9"], {"a": "ten"}),
        (Operator.GREATER_THAN, ["9"], {"a": "9223372036854775808"}),
        (Operator.GREATER_THAN, ["9"], {"a": "1_0"}),
        (Operator.LESS_THAN, ["10"], {"a": "10"}),
    ],
)
def test_labels_that_do_not_fulfil_it(operator: Operator, values: Sequence[str], labels: Mapping[str, str]) -> None:
    assert not requirement_of("a", operator, values).matches(labels)


@pytest.mark.parametrize(
    ("operator", "values", "expected"),
    [
        (Operator.EQUALS, ["1"], "a=1"),
        (Operator.DOUBLE_EQUALS, ["1"], "a==1"),
        (Operator.NOT_EQUALS, [""], "a!="),
        (Operator.IN, ["2", "1"], "a in (1,2)"),
        (Operator.NOT_IN, ["y", "y"], "a notin (y,y)"),
        (Operator.EXISTS, [], "a"),
        (Operator.DOES_NOT_EXIST, [], "!a"),
        (Operator.GREATER_THAN, ["1"], "a>1"),
        (Operator.LESS_THAN, ["1"], "a<1"),
    ],
)
def test_a_requirement_prints_as_apimachinery_prints_it(
    operator: Operator, values: Sequence[str], expected: str
) -> None:
    assert expected == str(requirement_of("a", operator, values))


def test_values_are_sorted() -> None:
    assert Requirement(key="a", operator=Operator.IN, values=("1", "2")) == requirement_of("a", Operator.IN, ["2", "1"])


@pytest.mark.parametrize(
    ("operator", "values", "expected"),
    [
        (Operator.IN, [], "values: Invalid value: null: for 'in', 'notin' operators, values set can't be empty"),
        (
            Operator.EQUALS,
            ["1", "2"],
            'values: Invalid value: ["1","2"]: exact-match compatibility requires one single value',
        ),
        (
            Operator.EXISTS,
            ["1"],
            'values: Invalid value: ["1"]: values set must be empty for exists and does not exist',
        ),
        (
            Operator.LESS_THAN,
            [],
            "values: Invalid value: null: for 'Gt', 'Lt' operators, exactly one value is required",
        ),
        (
            Operator.GREATER_THAN,
            ["x"],
            "values[0]: Invalid value: \"x\": for 'Gt', 'Lt' operators, the value must be an integer",
        ),
    ],
)
def test_a_wrong_number_of_values_is_refused(operator: Operator, values: Sequence[str], expected: str) -> None:
    with pytest.raises(SelectorError) as refused:
        requirement_of("a", operator, values)
    assert expected == str(refused.value)


def test_several_problems_are_listed_in_brackets() -> None:
    with pytest.raises(
        SelectorError, match=r'^\[key: Invalid value: "-": .*, values: Invalid value: null: .* be empty\]$'
    ):
        requirement_of("-", Operator.IN, [])


def test_signs_that_html_knows_are_escaped_in_lists_as_go_does() -> None:
    with pytest.raises(SelectorError, match=r'^\[values: Invalid value: \["\\u003ca\\u003e\\u0026"\]: '):
        requirement_of("a", Operator.EXISTS, ["<a>&"])
