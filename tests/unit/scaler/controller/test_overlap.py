"""Claims about `scaler.controller.overlap`: which selectors may choose the same pod."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapter.kube.meta import NamespacedName
from adapter.kube.selectors import Selector, parse_selector
from scaler.api.autoscaler import AutoscalerId
from scaler.api.kinds import AutoscalerKind
from scaler.controller.overlap import Neighbour, Neighbourhood, may_overlap

TEXTS = ("app=a", "app=b", "app in (a,b)", "tier=x", "app=a,tier=x", "app=a,tier=y", "app", "!app", "app!=a", "")
LABELS = st.dictionaries(st.sampled_from(["app", "tier"]), st.sampled_from(["a", "b", "x", "y"]))


def named(name: str) -> AutoscalerId:
    return AutoscalerId(kind=AutoscalerKind.ZERO_POD_AUTOSCALER, key=NamespacedName("jobs", name))


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("app=a", "app=b", False),
        ("app=a", "app in (a,b)", True),
        ("app=a", "tier=x", True),
        ("app=a,tier=x", "app=a,tier=y", False),
        ("app=a", "app!=a", True),
        ("", "app=a", True),
    ],
)
def test_only_labels_that_are_fixed_to_different_values_keep_selectors_apart(
    one: str, other: str, *, expected: bool
) -> None:
    pair = parse_selector(one), parse_selector(other)
    assert (expected, expected) == (may_overlap(*pair), may_overlap(*reversed(pair)))


@given(st.sampled_from(TEXTS), st.sampled_from(TEXTS), LABELS)
def test_selectors_that_are_told_apart_never_choose_the_same_labels(
    one: str, other: str, labels: dict[str, str]
) -> None:
    first, second = parse_selector(one), parse_selector(other)
    assert may_overlap(first, second) or not (first.matches(labels) and second.matches(labels))


@pytest.mark.parametrize("text", TEXTS)
def test_the_neighbourhood_finds_whoever_may_overlap(text: str) -> None:
    selector = parse_selector(text)
    neighbours = [Neighbour(id=named(f"n{number}"), selector=parse_selector(each)) for number, each in enumerate(TEXTS)]
    expected = {each.id for each in neighbours if may_overlap(selector, each.selector)}
    assert expected == {each.id for each in Neighbourhood.of(neighbours).near(selector)}


def test_an_empty_neighbourhood_has_nobody() -> None:
    assert () == Neighbourhood.of([]).near(Selector())
