import pytest

from adapter.kube.selector_parse import parse_requirements
from adapter.kube.selector_requirement import Operator, Requirement, SelectorError


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a", Requirement(key="a", operator=Operator.EXISTS)),
        ("!a", Requirement(key="a", operator=Operator.DOES_NOT_EXIST)),
        ("a=1", Requirement(key="a", operator=Operator.EQUALS, values=("1",))),
        ("a==1", Requirement(key="a", operator=Operator.DOUBLE_EQUALS, values=("1",))),
        ("a!=", Requirement(key="a", operator=Operator.NOT_EQUALS, values=("",))),
        ("a>1", Requirement(key="a", operator=Operator.GREATER_THAN, values=("1",))),
        ("a<10", Requirement(key="a", operator=Operator.LESS_THAN, values=("10",))),
        ("a in (2,1,2)", Requirement(key="a", operator=Operator.IN, values=("1", "2"))),
        ("in notin (notin)", Requirement(key="in", operator=Operator.NOT_IN, values=("notin",))),
        ("a in ()", Requirement(key="a", operator=Operator.IN, values=("",))),
        ("a in (,1)", Requirement(key="a", operator=Operator.IN, values=("", "1"))),
        ("a in (1,,2)", Requirement(key="a", operator=Operator.IN, values=("", "1", "2"))),
        ("a in (1,)", Requirement(key="a", operator=Operator.IN, values=("", "1"))),
        ("a in (1,2,,)", Requirement(key="a", operator=Operator.IN, values=("", "1", "2"))),
    ],
)
def test_a_clause_states_one_requirement(text: str, expected: Requirement) -> None:
    assert (expected,) == parse_requirements(text)


def test_clauses_keep_the_order_they_are_written_in() -> None:
    assert [requirement.key for requirement in parse_requirements("b,a=1")] == ["b", "a"]


def test_an_empty_text_demands_nothing() -> None:
    assert parse_requirements(" \t") == ()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (",a", "found ',', expected: !, identifier, or 'end of string'"),
        ("a,", "found '', expected: identifier after ','"),
        ("a=b c", "found 'c', expected: ',' or 'end of string'"),
        ("!a=1", "found '=', expected: ',' or 'end of string'"),
        ("a exists", "unable to parse requirement: found 'exists', expected: in, notin, =, ==, !=, gt, lt"),
        ("!", "unable to parse requirement: found '', expected: identifier"),
        ("!!a", "unable to parse requirement: found '!', expected: identifier"),
        ("a=(1)", "unable to parse requirement: found '(', expected: identifier"),
        ("a in 1", "unable to parse requirement: found '1' expected: '('"),
        ("a in", "unable to parse requirement: found '' expected: '('"),
        ("a in (", "unable to parse requirement: found '', expected: ',', ')' or identifier"),
        ("a in (=", "unable to parse requirement: found '=', expected: ',', ')' or identifier"),
        ("a in (1", "unable to parse requirement: found '', expected: ',' or ')'"),
        ("a in (1 2)", "unable to parse requirement: found '2', expected: ',' or ')'"),
        ("a in (,", "unable to parse requirement: found '', expected: ',', or identifier"),
        ("a in (,!", "unable to parse requirement: found '!', expected: ',', or identifier"),
    ],
)
def test_a_text_that_stops_being_a_selector_says_where(text: str, expected: str) -> None:
    with pytest.raises(SelectorError) as refused:
        parse_requirements(text)
    assert expected == str(refused.value)


def test_a_bad_key_is_refused_before_its_operator_is_read() -> None:
    with pytest.raises(SelectorError, match=r'^unable to parse requirement: <nil>: Invalid value: "/x": prefix part'):
        parse_requirements("/x exists")


def test_a_bad_value_is_refused() -> None:
    with pytest.raises(
        SelectorError, match=r'^unable to parse requirement: values\[0\]\[a\]: Invalid value: "-x": a valid'
    ):
        parse_requirements("a=-x")
