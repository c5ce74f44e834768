from collections.abc import Mapping, Sequence

import pytest

from adapter.kube.selectors import EVERYTHING, Operator, Requirement, SelectorError, parse_selector, selector_of


def test_requirements_are_sorted_by_key_and_those_of_one_key_stay_in_order() -> None:
    assert str(parse_selector("b,a!=1,a")) == "a!=1,a,b"


@pytest.mark.parametrize("text", ["", "  "])
def test_an_empty_text_selects_everything(text: str) -> None:
    assert parse_selector(text) == EVERYTHING


def test_everything_matches_an_object_without_labels() -> None:
    assert EVERYTHING.matches({})


@pytest.mark.parametrize(
    ("labels", "expected"),
    [({"a": "1"}, True), ({"a": "1", "b": "x"}, True), ({"a": "1", "b": "y"}, False), ({"b": "x"}, False)],
)
def test_a_selector_chooses_what_fulfils_all_requirements(labels: Mapping[str, str], expected: bool) -> None:
    assert expected == parse_selector("a=1,b notin (y)").matches(labels)


def test_a_text_that_is_no_selector_is_refused() -> None:
    with pytest.raises(SelectorError, match="found ',', expected: identifier after ','"):
        parse_selector("a,,b")


@pytest.mark.parametrize(
    ("match_labels", "match_expressions", "expected"),
    [
        ({}, [], ""),
        ({"b": "1", "a": ""}, [], "a=,b=1"),
        ({"b": "1"}, [("a", "Exists", [])], "a,b=1"),
        ({"b": "1"}, [("b", "NotIn", ["y", "x"])], "b=1,b notin (x,y)"),
        ({}, [("a", "In", ["x"]), ("a", "DoesNotExist", [])], "a in (x),!a"),
    ],
)
def test_an_object_states_a_selector(
    match_labels: Mapping[str, str], match_expressions: Sequence[tuple[str, str, Sequence[str]]], expected: str
) -> None:
    assert expected == str(selector_of(match_labels, match_expressions))


@pytest.mark.parametrize("operator", ["in", "Gt", "", "Bogus"])
def test_an_object_knows_four_operators_only(operator: str) -> None:
    with pytest.raises(SelectorError) as refused:
        selector_of({}, [("a", operator, ["1"])])
    assert f'"{operator}" is not a valid label selector operator' == str(refused.value)


def test_the_first_bad_label_is_named() -> None:
    with pytest.raises(SelectorError, match=r'^values\[0\]\[a\]: Invalid value: "-"'):
        selector_of({"b": "-", "a": "-"}, [])


def test_a_selector_made_by_hand_prints_like_a_parsed_one() -> None:
    made = Requirement(key="queue", operator=Operator.IN, values=("x", "y"))

    assert str(made) == str(parse_selector("queue in (y, x)"))
