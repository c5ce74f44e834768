"""A template is filled in as Go would, and nothing gets out of its place."""

import pytest

from adapter.externalmetrics.queries import Inexpressible, Query, query_of
from adapter.externalmetrics.rules import Rule
from adapter.kube.selectors import Operator, Requirement, Selector, parse_selector
from tests.unit.adapter.externalmetrics.ruletexts import only_rule


def query(template: str, selector: str = "", *, namespaced: bool = True) -> str | Inexpressible:
    changes = {"metricsQuery": f"'{template.replace(chr(39), chr(39) * 2)}'"}
    rule = only_rule(**changes) if namespaced else only_rule(**changes, resources="{namespaced: false}")
    return asked(rule, selector)


def asked(rule: Rule, selector: str = "") -> str | Inexpressible:
    found = query_of(rule, series="queue_lag", namespace="team-a", selector=parse_selector(selector))
    return found.promql if isinstance(found, Query) else found


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
    assert asked(rule) == "sum(\n  queue_lag\n)"


@pytest.mark.parametrize(
    ("template", "selector", "expected"),
    [
        ('a<<if .LabelValuesByName.queue>>{q="<<.LabelValuesByName.queue>>"}<<end>>', "queue=x", 'a{q="x"}'),
        ('a<<if .LabelValuesByName.queue>>{q="<<.LabelValuesByName.queue>>"}<<end>>', "", "a"),
        ('<<if eq .LabelValuesByName.queue "x">>a<<else if .GroupBy>>b<<else>>c<<end>>', "queue=y", "c"),
        ("<<if and .LabelMatchers (not (gt (len .LabelValuesByName) 2))>>a<<else>>b<<end>>", "queue=y", "a"),
        ("a<<with .LabelValuesByName.queue>>{q=`<<.>>`}<<end>>", "queue=x", "a{q=`x`}"),
        (
            'a{<<range $k, $v := .LabelValuesByName>><<$k>>="<<$v>>",<<end>>}',
            "zone=z,queue=x",
            'a{namespace="team-a",queue="x",zone="z",}',
        ),
        ("sum(a) by (x<<range .GroupBySlice>>, <<.>><<end>>)", "", "sum(a) by (x)"),
        ("<<range .GroupBySlice>>a<<else>>b<<end>>", "", "b"),
        ("<<.LabelValuesByName.missing>>a", "", "a"),
        ('<<printf "%s{%s}" .Series .LabelMatchers>>', "queue=x", 'queue_lag{queue="x",namespace="team-a"}'),
        ('a{q=<<printf "%q" (index .LabelValuesByName "queue")>>}', "queue=x", 'a{q="x"}'),
        ('a{q=~"<<printf "^%s$" .LabelValuesByName.queue>>"}', "queue in (x.y,z)", r'a{q=~"^(?:x\\.y|z)$"}'),
        ("<<$m := .LabelMatchers>>a{<<$m>>}", "", 'a{namespace="team-a"}'),
        ('<<$f := "sum">><<if .LabelValuesByName.queue>><<$f = "max">><<end>><<$f>>(a)', "queue=x", "max(a)"),
        ('<<$f := "sum">><<if .LabelValuesByName.queue>><<$f := "max">><<end>><<$f>>(a)', "queue=x", "sum(a)"),
        ("<<with $q := .LabelValuesByName.queue>>a{q=`<<$q>>`}<<else>>b<<$q>><<end>>", "queue=x", "a{q=`x`}"),
        ("<<with $q := .LabelValuesByName.queue>>a{q=`<<$q>>`}<<else>>b<<$q>><<end>>", "", "b"),
        ("<<with .LabelValuesByName.queue>>a<<else with .Series>><<.>><<end>>", "", "queue_lag"),
        (
            'a{b=~"<<range $k, $v := .LabelValuesByName>><<index $.LabelValuesByName $k>>,<<end>>"}',
            "queue=x",
            'a{b=~"team-a,x,"}',
        ),
        ('<<define "m">>{<<.LabelMatchers>>}<<end>><<.Series>><<template "m" .>>', "", 'queue_lag{namespace="team-a"}'),
        ('<<define "m">>{q="<<.>>"}<<end>>a<<template "m" .LabelValuesByName.queue>>', "queue=x", 'a{q="x"}'),
        ('a<<block "m" .LabelValuesByName>>{q="<<.queue>>"}<<end>>', "queue=x", 'a{q="x"}'),
        ('a{q="<<slice .LabelValuesByName.queue 0 2>>"}', "queue=abc", 'a{q="ab"}'),
        ("<<or .LabelValuesByName.queue .Series>>", "", "queue_lag"),
        ("<<if or .Series (slice .Series 99)>>a<<end>>", "", "a"),
        ("<</* why << */>>a", "", "a"),
        ('<<print ">>">>', "", ">>"),
    ],
)
def test_conditions_and_loops_choose_what_is_asked(template: str, selector: str, expected: str) -> None:
    assert expected == query(template, selector)


@pytest.mark.parametrize("selector", ["queue!=x", "a.b/c=d"])
def test_a_loop_over_labels_that_cannot_be_said_is_refused(selector: str) -> None:
    template = '<<range $k, $v := .LabelValuesByName>><<$k>>="<<$v>>"<<end>>'
    assert isinstance(query(template, selector), Inexpressible)


@pytest.mark.parametrize(
    ("template", "value", "is_asked"),
    [
        ("a{<<.LabelMatchers>>} + <<.LabelValuesByName.k>>", "5", True),
        ("a{<<.LabelMatchers>>} + <<.LabelValuesByName.k>>", "secret", False),
        ("a{<<.LabelMatchers>>} + <<.LabelValuesByName.k>>", "5-secret", False),
        ("<<.LabelValuesByName.k>> + a{<<.LabelMatchers>>}", "secret", False),
        ("rate(a{<<.LabelMatchers>>}[<<.LabelValuesByName.k>>])", "1h30m", True),
        ("<<.LabelValuesByName.k>>(a{<<.LabelMatchers>>})", "max", True),
        ("queue_<<.LabelValuesByName.k>>{<<.LabelMatchers>>}", "lag", True),
        ("sum(a{<<.LabelMatchers>>}) by (zone, <<.LabelValuesByName.k>>)", "name", True),
        ("a{<<.LabelMatchers>>,<<.LabelValuesByName.k>>!=''}", "name", True),
        ("a{<<.LabelMatchers>>} != <<.LabelValuesByName.k>> != 3", "secret", False),
        ("a{<<.LabelMatchers>>} + <<range $k, $v := .LabelValuesByName>><<$k>><<end>>", "x", False),
    ],
)
def test_a_value_is_no_series_of_another_namespace(template: str, value: str, *, is_asked: bool) -> None:
    assert is_asked == isinstance(query(template, f"k={value}"), str)


def test_where_every_namespace_is_read_a_value_may_name_a_series() -> None:
    assert query("a + <<.LabelValuesByName.k>>", "k=other", namespaced=False) == "a + other"
