"""A query says exactly what was asked for, or there is none."""

import pytest

from adapter.externalmetrics.queries import Inexpressible, Query, query_of
from adapter.externalmetrics.rules import Rule
from adapter.kube.selectors import parse_selector
from tests.unit.adapter.externalmetrics.ruletexts import only_rule


def query(template: str, selector: str = "", *, namespaced: bool = True) -> str | Inexpressible:
    changes = {"metricsQuery": f"'{template.replace(chr(39), chr(39) * 2)}'"}
    rule = only_rule(**changes) if namespaced else only_rule(**changes, resources="{namespaced: false}")
    return asked(rule, selector)


def asked(rule: Rule, selector: str = "") -> str | Inexpressible:
    found = query_of(rule, series="queue_lag", namespace="team-a", selector=parse_selector(selector))
    return found.promql if isinstance(found, Query) else found


def test_the_namespace_is_the_last_matcher() -> None:
    expected = 'sum(queue_lag{name="x",zone!="",namespace="team-a"}) by (name)'
    assert expected == query("sum(<<.Series>>{<<.LabelMatchers>>}) by (name)", "zone,name=x")


def test_grouping_is_always_empty() -> None:
    assert query("sum(<<.Series>>) by (<<.GroupBy>>)") == "sum(queue_lag) by ()"


def test_without_namespace_and_selector_there_is_no_matcher() -> None:
    assert query("<<.Series>>{<<.LabelMatchers>>}", namespaced=False) == "queue_lag{}"


def test_the_label_of_the_namespace_may_not_be_selected() -> None:
    expected = "the selector names label 'namespace', which is the namespace's: the namespace asked for decides it"
    assert Inexpressible(text=expected) == query("<<.Series>>{<<.LabelMatchers>>}", "namespace=team-b")


def test_where_all_namespaces_read_alike_that_label_is_one_like_others() -> None:
    assert query("<<.Series>>{<<.LabelMatchers>>}", "namespace=b", namespaced=False) == 'queue_lag{namespace="b"}'


def test_what_promql_cannot_say_is_inexpressible() -> None:
    assert isinstance(query("<<.Series>>{<<.LabelMatchers>>}", "a.b/c=d"), Inexpressible)


@pytest.mark.parametrize(
    ("selector", "expected"),
    [
        ("q=x.y", 'queue_lag{q="x.y"}'),
        ("q in (x.y)", 'queue_lag{q=~"x.y"}'),
        ("q in (x.y,z)", 'queue_lag{q=~"x.y|z"}'),
        ("q notin (x.y,z)", 'queue_lag{q!~"x.y|z"}'),
    ],
)
def test_a_rule_may_take_the_values_of_sets_for_regular_expressions(selector: str, expected: str) -> None:
    rule = only_rule(
        metricsQuery="'<<.Series>>{<<.LabelMatchers>>}'", resources="{namespaced: false}", regexValues="true"
    )
    assert expected == asked(rule, selector)


def test_a_set_that_would_break_out_of_its_regular_expression_is_refused() -> None:
    rule = only_rule(regexValues="true", resources="{namespaced: false}", parameters="{q: {x: 'a)|(.*', y: ok}}")
    assert isinstance(asked(rule, "q in (x)"), Inexpressible)


@pytest.mark.parametrize(
    ("namespace", "expected"),
    [
        ("own", 'queue_lag{namespace="team-a"}'),
        ("fixed:shared", 'queue_lag{namespace="shared"}'),
        ("any", "queue_lag{}"),
    ],
)
def test_a_rule_decides_whose_series_are_read(namespace: str, expected: str) -> None:
    assert expected == asked(only_rule(metricsQuery="'<<.Series>>{<<.LabelMatchers>>}'", namespace=namespace))


def test_nobody_chooses_another_namespace_than_the_fixed_one() -> None:
    assert isinstance(asked(only_rule(namespace="fixed:shared"), "namespace=team-b"), Inexpressible)
