"""Only queries of a known shape are asked for many at once; everything else is asked as it stands."""

import pytest

from adapter.externalmetrics.queryshapes import selectors_in, shape_of
from adapter.externalmetrics.templates import Field, Template, Vocabulary, parse_template

WORDS = Vocabulary(fields=(Field.SERIES, Field.LABEL_MATCHERS, Field.GROUP_BY), label_values=True, parameters=("p",))


def template(text: str) -> Template:
    return parse_template(text, WORDS)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("sum(<<.Series>>{<<.LabelMatchers>>}) by (<<.GroupBy>>)", 'sum(s{n="a"}) by (n)'),
        ("sum(<<.Series>>{<<.LabelMatchers>>})", 'sum(s{n="a"}) by (n)'),
        ("sum(<<.Series>>{<<.LabelMatchers>>}) by (n)", 'sum(s{n="a"}) by (n)'),
        ("max by (a, b) (<<.Series>>{<<.LabelMatchers>>})", 'max(s{n="a"}) by (a,b,n)'),
        ("  min(\n<<.Series>> { <<.LabelMatchers>> , x!~'y,' }\n)\n", "min(s{n=\"a\",x!~'y,'}) by (n)"),
        ('count(<<.Series>>{x="}",<<.LabelMatchers>>,})', 'count(s{x="}",n="a"}) by (n)'),
        ("sum(rate(<<.Series>>{<<.LabelMatchers>>}[5m])) by (a)", 'sum(rate(s{n="a"}[5m])) by (a,n)'),
        ("max_over_time(<<.Series>>{<<.LabelMatchers>>}[1h])", 'max_over_time(s{n="a"}[1h])'),
        ("<<.Series>>{<<.LabelMatchers>>}", 's{n="a"}'),
    ],
)
def test_a_query_of_one_aggregation_of_one_selector_has_a_shape(text: str, expected: str) -> None:
    shape = shape_of(template(text))
    assert shape is not None
    assert expected == shape.text("s", 'n="a"', ("n",))


@pytest.mark.parametrize(
    "text",
    [
        "sum(<<.Series>>)",
        "sum(<<.Series>>{<<.LabelMatchers>>}) + 1",
        "sum(<<.Series>>{<<.LabelMatchers>>}) or vector(0)",
        "sum(<<.Series>>{<<.LabelMatchers>>}) without (a)",
        "sum by (a) (<<.Series>>{<<.LabelMatchers>>}) by (b)",
        "sum(<<.Series>>{<<.LabelMatchers>>}[5m])",
        "sum(rate(<<.Series>>{<<.LabelMatchers>>}))",
        "sum(abs(<<.Series>>{<<.LabelMatchers>>}))",
        "quantile(0.9, <<.Series>>{<<.LabelMatchers>>})",
        "topk(1, <<.Series>>{<<.LabelMatchers>>})",
        "sum(sum(<<.Series>>{<<.LabelMatchers>>}) by (a))",
        "sum(<<.Series>>_suffix{<<.LabelMatchers>>})",
        "sum(<<.Series>>{<<.LabelMatchers>>} offset 5m)",
        "sum(<<.Series>>{<<.LabelMatchers>>}) # why",
        "sum(<<.Series>>{<<.LabelMatchers>>,x=<<.GroupBy>>})",
        'sum(<<.Series>>{<<.LabelMatchers>>,x="<<index .LabelValuesByName `x`>>"})',
        'sum(<<.Series>>{<<.LabelMatchers>>,x="<<.Parameters.p>>"})',
        "<<if .GroupBy>>sum(<<.Series>>{<<.LabelMatchers>>})<<end>>",
        "sum(<<.Series>>{<<.LabelMatchers>>}) by (a,<<.GroupBy>>)",
    ],
)
def test_what_is_not_recognised_has_none(text: str) -> None:
    assert shape_of(template(text)) is None


def test_an_aggregate_keeps_its_own_labels_only_and_what_is_not_aggregated_keeps_all() -> None:
    aggregate = shape_of(template("sum(<<.Series>>{<<.LabelMatchers>>}) by (a)"))
    plain = shape_of(template("<<.Series>>{<<.LabelMatchers>>}"))
    assert aggregate is not None
    assert plain is not None
    assert [True, False, True] == [aggregate.keeps("a"), aggregate.keeps("b"), plain.keeps("b")]


def test_every_distinct_selector_decides_the_age() -> None:
    text = '<<.Series>>{<<.LabelMatchers>>} / (<<.Series>>{<<.LabelMatchers>>} + <<.Series>>{<<.LabelMatchers>>,a="b"})'
    assert ["s{m}", 's{m,a="b"}'] == [one.text("s", "m") for one in selectors_in(template(text))]


def test_a_selector_without_any_matcher_is_bare_braces() -> None:
    [selector] = selectors_in(template("<<.Series>>{<<.LabelMatchers>>}"))
    assert selector.text("s", "") == "s{}"
