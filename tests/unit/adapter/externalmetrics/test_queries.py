"""A query says exactly what was asked for, or there is none."""

import pytest

from adapter.externalmetrics.queries import Inexpressible, query_of
from adapter.kube.selectors import Operator, Requirement, Selector, parse_selector
from tests.unit.adapter.externalmetrics.ruletexts import only_rule


def query(template: str, selector: str = "", *, namespaced: bool = True) -> str | Inexpressible:
    changes = {"metricsQuery": f"'{template.replace(chr(39), chr(39) * 2)}'"}
    rule = only_rule(**changes) if namespaced else only_rule(**changes, resources="{namespaced: false}")
    return query_of(rule, series="queue_lag", namespace="team-a", selector=parse_selector(selector))


def test_the_namespace_is_the_last_matcher() -> None:
    expected = 'sum(queue_lag{name="x",zone!="",namespace="team-a"}) by (name)'
    assert expected == query("sum(<<.Series>>{<<.LabelMatchers>>}) by (name)", "zone,name=x")


def test_grouping_is_always_empty() -> None:
    assert query("sum(<<.Series>>) by (<<.GroupBy>>)") == "sum(queue_lag) by ()"


def test_without_namespace_and_selector_there_is_no_matcher() -> None:
    assert query("<<.Series>>{<<.LabelMatchers>>}", namespaced=False) == "queue_lag{}"


@pytest.mark.parametrize(
    ("template", "expected"),
    [
        ('a{<<.LabelMatchers>>,x="y"}', 'a{x="y"}'),
        ('a{<<.LabelMatchers>> , x="y"}', 'a{ x="y"}'),
        ('a{x="y",<<.LabelMatchers>>}', 'a{x="y",}'),
        ('a{x="y",<<.LabelMatchers>>,z="w"}', 'a{x="y",z="w"}'),
        ("f(a{<<.LabelMatchers>>}, b)", "f(a{}, b)"),
    ],
)
def test_no_matcher_leaves_no_stray_comma(template: str, expected: str) -> None:
    assert expected == query(template, namespaced=False)


def test_with_matchers_every_comma_stays() -> None:
    assert query('a{<<.LabelMatchers>>,x="y"}', "k=v", namespaced=False) == 'a{k="v",x="y"}'


def test_the_label_of_the_namespace_may_not_be_selected() -> None:
    expected = "the selector names label 'namespace', which is the namespace's: the namespace asked for decides it"
    assert Inexpressible(text=expected) == query("<<.Series>>{<<.LabelMatchers>>}", "namespace=team-b")


def test_where_all_namespaces_read_alike_that_label_is_one_like_others() -> None:
    assert query("<<.Series>>{<<.LabelMatchers>>}", "namespace=b", namespaced=False) == 'queue_lag{namespace="b"}'


def test_what_promql_cannot_say_is_inexpressible() -> None:
    assert isinstance(query("<<.Series>>{<<.LabelMatchers>>}", "a.b/c=d"), Inexpressible)


@pytest.mark.parametrize(
    ("template", "selector", "expected"),
    [
        ('a{q="<<index .LabelValuesByName "queue">>"}', "queue=x.y", 'a{q="x.y"}'),
        ('a{q="<<index .LabelValuesByName "queue">>"}', "", 'a{q=""}'),
        ('a{q="<<index .LabelValuesByName "queue">>"}', "!queue", 'a{q=""}'),
        ('a{q=~"<<index .LabelValuesByName "queue">>"}', "queue=x.y", r'a{q=~"x\\.y"}'),
        ('a{q=~"p-<<index .LabelValuesByName "queue">>"}', "queue in (x.y,z)", r'a{q=~"p-(?:x\\.y|z)"}'),
        ("a{q=`<<index .LabelValuesByName `queue`>>`}", "queue=x.y", "a{q=`x.y`}"),
        ('topk(<<index .LabelValuesByName "k">>, a)', "k=5", "topk(5, a)"),
        ('a{q="<<index .LabelValuesByName "namespace">>"}', "", 'a{q="team-a"}'),
    ],
)
def test_a_value_goes_where_the_rule_wants_it(template: str, selector: str, expected: str) -> None:
    assert expected == query(template, selector)


@pytest.mark.parametrize("selector", ["queue!=x", "queue", "queue notin (x,y)", "queue in (x,y)", "queue=x,queue!=y"])
def test_a_value_that_the_selector_does_not_give_is_not_guessed(selector: str) -> None:
    assert isinstance(query('a{q="<<index .LabelValuesByName "queue">>"}', selector), Inexpressible)


@pytest.mark.parametrize(
    ("template", "value"),
    [
        ("a{q=`<<index .LabelValuesByName `queue`>>`}", "`} or b{x=`"),
        ("<<index .LabelValuesByName `queue`>>", "1) or vector(1"),
    ],
)
def test_a_value_cannot_leave_its_place(template: str, value: str) -> None:
    selector = Selector(requirements=(Requirement(key="queue", operator=Operator.EQUALS, values=(value,)),))
    rule = only_rule(metricsQuery=f"'{template}'")
    assert isinstance(query_of(rule, series="a", namespace="n", selector=selector), Inexpressible)


def test_a_query_has_no_blank_lines_around_it() -> None:
    rule = only_rule(metricsQuery="|\n\n      sum(\n        <<.Series>>\n      )\n")
    assert query_of(rule, series="a", namespace="n", selector=Selector()) == "sum(\n  a\n)"
