"""Properties of label selectors."""

from collections.abc import Mapping

from hypothesis import given
from hypothesis import strategies as st

from adapter.kube.selector_requirement import Operator, Requirement, requirement_of
from adapter.kube.selectors import Selector, SelectorError, parse_selector, selector_of

OPPOSITES = {
    Operator.IN: Operator.NOT_IN,
    Operator.EQUALS: Operator.NOT_EQUALS,
    Operator.EXISTS: Operator.DOES_NOT_EXIST,
}

keys = st.sampled_from(["a", "b", "app.kubernetes.io/name", "in", "notin"])
values = st.from_regex(r"([A-Za-z0-9]([-A-Za-z0-9_.]{0,3}[A-Za-z0-9])?)?", fullmatch=True)
integers = st.integers(-(2**63), 2**63 - 1).map(str).filter(lambda text: not text.startswith("-"))
labels = st.dictionaries(keys, values, max_size=4)
sets = st.lists(values, min_size=1, max_size=4, unique=True)
requirements = st.one_of(
    st.builds(requirement_of, keys, st.sampled_from([Operator.IN, Operator.NOT_IN]), sets),
    st.builds(
        requirement_of,
        keys,
        st.sampled_from([Operator.EQUALS, Operator.DOUBLE_EQUALS, Operator.NOT_EQUALS]),
        values.map(lambda value: [value]),
    ),
    st.builds(requirement_of, keys, st.sampled_from([Operator.EXISTS, Operator.DOES_NOT_EXIST]), st.just(())),
    st.builds(
        requirement_of,
        keys,
        st.sampled_from([Operator.GREATER_THAN, Operator.LESS_THAN]),
        integers.map(lambda text: [text]),
    ),
)


@given(st.lists(requirements, max_size=4))
def test_the_printed_form_states_the_same_requirements(chosen: list[Requirement]) -> None:
    expected = Selector(requirements=tuple(sorted(chosen, key=lambda requirement: requirement.key)))

    assert expected == parse_selector(",".join(map(str, chosen)))


@given(st.lists(requirements, max_size=4))
def test_the_printed_form_is_printed_again_as_it_is(chosen: list[Requirement]) -> None:
    once = str(parse_selector(",".join(map(str, chosen))))

    assert once == str(parse_selector(once))


@given(st.lists(requirements, max_size=4), labels)
def test_a_selector_matches_what_each_of_its_requirements_matches(
    chosen: list[Requirement], found: Mapping[str, str]
) -> None:
    selector = Selector(requirements=tuple(chosen))

    assert all(requirement.matches(found) for requirement in chosen) == selector.matches(found)


@given(st.sampled_from(sorted(OPPOSITES)), keys, values, labels)
def test_of_a_demand_and_its_opposite_exactly_one_holds(
    operator: Operator, key: str, value: str, found: Mapping[str, str]
) -> None:
    wanted = () if operator is Operator.EXISTS else (value,)
    demand = requirement_of(key, operator, wanted)
    opposite = requirement_of(key, OPPOSITES[operator], wanted)

    assert demand.matches(found) != opposite.matches(found)


@given(labels)
def test_labels_as_a_selector_choose_an_object_with_these_labels(found: Mapping[str, str]) -> None:
    assert selector_of(found, []).matches(found)


@given(st.text(alphabet="ab1-/ ,=!()<>in\0é", max_size=12))
def test_any_text_is_a_selector_or_refused(text: str) -> None:
    try:
        selector = parse_selector(text)
    except SelectorError:
        return
    assert selector == parse_selector(str(selector))
