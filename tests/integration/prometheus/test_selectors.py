"""Do matchers choose in a real Prometheus what the selector chooses in Kubernetes?"""

from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from adapter.externalmetrics.queries import Inexpressible, Query, query_of
from adapter.externalmetrics.rules import load_rules
from adapter.kube.selectors import Operator, Requirement, Selector, parse_selector
from tests.support.prometheus_queries import Queries, queries_to
from tests.support.prometheus_server import RealPrometheus
from tests.support.sizes import examples

pytestmark = pytest.mark.integration

CORPUS: list[dict[str, str]] = [
    {},
    {"a": "x.y"},
    {"a": "xzy"},
    {"a": "x.y", "b": "1"},
    {"a": "x-y", "b": "x.y"},
    {"b": "1.5"},
    {"b": "115"},
    {"a": "X", "b": "Y"},
]
[RULE] = load_rules(
    "externalRules: [{seriesQuery: selector_corpus, resources: {namespaced: false},"
    " metricsQuery: '<<.Series>>{<<.LabelMatchers>>,id!=\"\"}'}]",
    source="rules.yaml",
).rules


@pytest.fixture(scope="module")
def corpus(prometheus: RealPrometheus) -> Iterator[Queries]:
    for number, labels in enumerate(CORPUS):
        prometheus.expose("selector_corpus" + braced({**labels, "id": str(number)}), "1")
    with queries_to(prometheus.url, "selector_corpus", len(CORPUS)) as queries:
        yield queries


def braced(labels: dict[str, str]) -> str:
    return "{" + ",".join(f'{name}="{value}"' for name, value in labels.items()) + "}"


def chosen_by_prometheus(corpus: Queries, selector: Selector) -> set[int]:
    """By the query that a rule sends for the selector."""
    query = query_of(RULE, series="selector_corpus", namespace="any", selector=selector)
    assert isinstance(query, Query)
    return {int(labels["id"]) for labels in corpus.labels(query.promql)}


def chosen_by_kubernetes(selector: Selector) -> set[int]:
    return {number for number, labels in enumerate(CORPUS) if selector.matches(labels)}


@pytest.mark.parametrize(
    "text",
    [
        "a=x.y",
        "a==x.y",
        "a!=x.y",
        "a in (x.y)",
        "a in (x.y,X)",
        "a notin (x.y)",
        "a notin (x.y,X)",
        "a",
        "!a",
        "a,!b",
        "a in (x.y,xzy),b!=1",
        "b in (1.5,Y)",
        "c=nowhere",
        "c!=nowhere",
        "",
    ],
)
def test_prometheus_chooses_what_kubernetes_chooses(corpus: Queries, text: str) -> None:
    selector = parse_selector(text)
    assert chosen_by_kubernetes(selector) == chosen_by_prometheus(corpus, selector)


VALUES = st.sampled_from(["x.y", "xzy", "x-y", "X", "Y", "1", "1.5", "115", "nowhere"])
SETS = st.lists(VALUES, min_size=1, max_size=4, unique=True).map(lambda values: tuple(sorted(values)))
REQUIREMENTS = st.one_of(
    st.builds(
        Requirement,
        key=st.sampled_from("abc"),
        operator=st.sampled_from([Operator.EQUALS, Operator.DOUBLE_EQUALS, Operator.NOT_EQUALS]),
        values=VALUES.map(lambda value: (value,)),
    ),
    st.builds(
        Requirement,
        key=st.sampled_from("abc"),
        operator=st.sampled_from([Operator.IN, Operator.NOT_IN]),
        values=SETS,
    ),
    st.builds(
        Requirement,
        key=st.sampled_from("abc"),
        operator=st.sampled_from([Operator.EXISTS, Operator.DOES_NOT_EXIST]),
    ),
)
SELECTORS = st.lists(REQUIREMENTS, max_size=3).map(
    lambda found: Selector(requirements=tuple(sorted(found, key=lambda one: one.key)))
)


@pytest.mark.timeout(3600)
@settings(max_examples=examples(150), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(selector=SELECTORS)
def test_every_selector_chooses_alike(corpus: Queries, selector: Selector) -> None:
    assert chosen_by_kubernetes(selector) == chosen_by_prometheus(corpus, selector)


ANY_TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)


@pytest.mark.timeout(3600)
@settings(max_examples=examples(150), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(values=st.lists(ANY_TEXT, min_size=1, max_size=3, unique=True).map(tuple))
def test_whatever_the_values_hold_prometheus_takes_the_query_and_finds_nothing_else(
    corpus: Queries, values: tuple[str, ...]
) -> None:
    known = {labels.get("a", "") for labels in CORPUS}
    selector = Selector(requirements=(Requirement(key="a", operator=Operator.IN, values=values),))
    expected = {number for number, labels in enumerate(CORPUS) if labels.get("a", "") in known.intersection(values)}
    assert expected == chosen_by_prometheus(corpus, selector)


@pytest.mark.parametrize("text", ["app.kubernetes.io/name=a", "my-label", "a>1", "b<2", "a=1,!x.y"])
def test_what_prometheus_cannot_say_is_not_asked(text: str) -> None:
    query = query_of(RULE, series="selector_corpus", namespace="any", selector=parse_selector(text))
    assert isinstance(query, Inexpressible)
