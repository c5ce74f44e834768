"""Whatever a selector says, a rule that is bound to a namespace reads no series of another one."""

from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from adapter.externalmetrics.queries import Inexpressible, query_of
from adapter.externalmetrics.rules import Rule, load_rules
from adapter.kube.selectors import Operator, Requirement, Selector
from tests.support.prometheus_queries import NotAQueryError, Queries, queries_to
from tests.support.prometheus_server import RealPrometheus
from tests.support.sizes import examples

pytestmark = pytest.mark.integration

TEMPLATES = (
    "<<.Series>>{<<.LabelMatchers>>}",
    '<<.Series>>{<<.LabelMatchers>>,id!=""}',
    'max(<<.Series>>{id!="",<<.LabelMatchers>>}) by (namespace)',
    '<<.Series>>{a="<<index .LabelValuesByName "a">>",<<.LabelMatchers>>}',
    "<<.Series>>{a=~'<<index .LabelValuesByName `a`>>|x',<<.LabelMatchers>>}",
    "<<.Series>>{a!~`<<.LabelValuesByName.a>>`,<<.LabelMatchers>>}",
    '<<.Series>>{<<range $k, $v := .LabelValuesByName>><<$k>>="<<$v>>",<<end>><<.LabelMatchers>>}',
    "<<.Series>>{<<.LabelMatchers>>} + <<or .LabelValuesByName.a 1>>",
    "<<.LabelValuesByName.a>>(<<.Series>>{<<.LabelMatchers>>})",
    'tenancy_<<.LabelValuesByName.b>>{<<.LabelMatchers>>} or <<printf "%s{%s}" .Series .LabelMatchers>>',
    "<<.Series>>{a=<<printf `%q` .LabelValuesByName.a>>,<<.LabelMatchers>>}",
)
# Real texts, and such as would get out of their place.
TEXTS = st.one_of(
    st.sampled_from(["x", "y", "team-a", "team-b", "tenancy_corpus", "max", "5m", "5-tenancy_corpus", "", ".*", "x|y"]),
    st.sampled_from(['"} or tenancy_corpus{a!="', "`} or tenancy_corpus{a!=`", "'} or tenancy_corpus #", "x) or (y"]),
    st.text(st.characters(exclude_categories=["Cs"]), max_size=8),
)
KEYS = st.sampled_from(["a", "b", "namespace", "id", "__name__", "c", "tenancy_corpus", "a.b/c"])
REQUIREMENTS = st.one_of(
    st.builds(
        Requirement,
        key=KEYS,
        operator=st.sampled_from([Operator.EQUALS, Operator.DOUBLE_EQUALS, Operator.NOT_EQUALS]),
        values=TEXTS.map(lambda text: (text,)),
    ),
    st.builds(
        Requirement,
        key=KEYS,
        operator=st.sampled_from([Operator.IN, Operator.NOT_IN]),
        values=st.lists(TEXTS, min_size=1, max_size=3, unique=True).map(tuple),
    ),
    st.builds(Requirement, key=KEYS, operator=st.sampled_from([Operator.EXISTS, Operator.DOES_NOT_EXIST])),
)
SELECTORS = st.lists(REQUIREMENTS, max_size=3).map(lambda found: Selector(requirements=tuple(found)))


def bound_rule(template: str, keys: str) -> Rule:
    text = (
        "externalRules:\n- seriesQuery: tenancy_corpus\n  resources: {overrides: {namespace: {resource: namespace}}}\n"
        f"  metricsQuery: |-\n    {template}\n  {keys}\n"
    )
    [rule] = load_rules(text, source="rules.yaml").rules
    return rule


RULES = tuple(bound_rule(template, keys) for template in TEMPLATES for keys in ("cache: 1s", "regexValues: true"))


@pytest.fixture(scope="module")
def corpus(prometheus: RealPrometheus) -> Iterator[Queries]:
    for namespace in ("team-a", "team-b", ""):
        for number, a in enumerate(("x", "y", "")):
            labels = f'namespace="{namespace}",a="{a}",id="{namespace}{number}"'
            prometheus.expose(f"tenancy_corpus{{{labels}}}", "1")
    with queries_to(prometheus.url, "tenancy_corpus", 9) as queries:
        yield queries


@pytest.mark.timeout(3600)
@settings(max_examples=examples(300), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(rule=st.sampled_from(RULES), selector=SELECTORS)
def test_a_read_in_one_namespace_finds_nothing_of_another(corpus: Queries, rule: Rule, selector: Selector) -> None:
    query = query_of(rule, series="tenancy_corpus", namespace="team-a", selector=selector)
    if isinstance(query, Inexpressible):
        return
    try:
        found = corpus.labels(query.promql)
    except NotAQueryError:
        return  # a word in the place of a function, say: nothing is read at all
    assert {"team-a"} >= {labels.get("namespace", "none") for labels in found}


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: str(RULES.index(rule)))
def test_a_selector_that_names_the_namespace_is_refused(rule: Rule) -> None:
    selector = Selector(requirements=(Requirement(key="namespace", operator=Operator.EQUALS, values=("team-b",)),))
    query = query_of(rule, series="tenancy_corpus", namespace="team-a", selector=selector)
    assert isinstance(query, Inexpressible)
