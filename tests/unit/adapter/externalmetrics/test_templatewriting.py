"""A query is written piece by piece, and no value from outside gets out of its place."""

import pytest

from adapter.externalmetrics.templatefunctions import TemplateFault
from adapter.externalmetrics.templateplaces import Element
from adapter.externalmetrics.templatetexts import Text
from adapter.externalmetrics.templatewriting import QueryWriter
from adapter.prometheus.promql import InexpressibleError


def value(*texts: str, trusted: bool = False) -> Text:
    return Text.of(Element(of="label 'q'", texts=texts, trusted=trusted))


def written(*pieces: str | Text | int | bool, quoting: bool = True, is_bound: bool = True) -> str:
    writer = QueryWriter(quoting=quoting, is_bound=is_bound)
    for piece in pieces:
        if isinstance(piece, str):
            writer.literal(piece)
        else:
            writer.value(piece)
    return writer.whole()


def test_numbers_and_truths_are_written_as_go_writes_them() -> None:
    is_true = True
    assert "topk(5, true)" == written("topk(", 5, ", ", is_true, ")")


def test_a_value_in_a_string_is_escaped_for_it() -> None:
    assert 'a{q="x\\"y"}' == written('a{q="', value('x"y'), '"}')


def test_several_values_in_a_regular_expression_are_alternatives_of_texts() -> None:
    assert 'a{q=~"(?:x\\\\.y|z)"}' == written('a{q=~"', value("x.y", "z"), '"}')


def test_without_quoting_values_are_regular_expressions_themselves() -> None:
    assert 'a{q=~"x.y"}' == written('a{q=~"', value("x.y"), '"}', quoting=False)


def test_the_comma_after_no_matchers_is_left_out_once() -> None:
    writer = QueryWriter(quoting=True, is_bound=True)
    writer.literal("a{")
    writer.no_matchers()
    writer.literal(',x="y"},b{')
    writer.literal(',z="w"}')
    assert 'a{x="y"},b{,z="w"}' == writer.whole()


def test_a_collection_is_no_text() -> None:
    with pytest.raises(TemplateFault):
        QueryWriter(quoting=True, is_bound=True).value(("a", "b"))


@pytest.mark.parametrize(
    "pieces", [("topk(", value("5"), ", a)"), ("a[", value("5m"), "]"), ("sum(a) by (", value("q"), ")")]
)
def test_a_bare_value_that_can_be_no_series_is_written(pieces: tuple[str | Text, ...]) -> None:
    assert "".join(piece if isinstance(piece, str) else piece.plain for piece in pieces) == written(*pieces)


@pytest.mark.parametrize(
    "pieces", [("sum(", value("secrets"), ")"), (value("secrets"),), ("a + ", value("secrets"), " ")]
)
def test_a_bare_value_that_would_read_a_series_of_every_namespace_is_refused(pieces: tuple[str | Text, ...]) -> None:
    with pytest.raises(InexpressibleError, match="only a number or a length of time can stand"):
        written(*pieces)


@pytest.mark.parametrize("rest", ['{namespace="a"}', "(a)"])
def test_a_bare_value_with_matchers_or_arguments_of_the_rule_is_written(rest: str) -> None:
    assert f"depth{rest}" == written(value("depth"), rest)


def test_where_every_namespace_may_be_read_a_bare_value_may_be_a_series() -> None:
    assert "sum(depth)" == written("sum(", value("depth"), ")", is_bound=False)


def test_a_parameters_text_is_the_rules_own() -> None:
    assert "sum(depth)" == written("sum(", value("depth", trusted=True), ")")
