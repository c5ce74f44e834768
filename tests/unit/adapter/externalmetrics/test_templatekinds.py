"""What an expression gives is known before it is evaluated."""

import pytest

from adapter.externalmetrics.templatekinds import (
    Call,
    Data,
    EveryLabel,
    EveryParameter,
    Expression,
    Field,
    Function,
    Kind,
    LabelValues,
    Literal,
    ParameterText,
    Variable,
    kind_of,
    within,
)


@pytest.mark.parametrize(
    ("expression", "kind"),
    [
        (Field.SERIES, Kind.TEXT),
        (Field.GROUP_BY_SLICE, Kind.GROUPS),
        (LabelValues("queue"), Kind.TEXT),
        (ParameterText("topic"), Kind.TEXT),
        (EveryLabel(), Kind.LABELS),
        (EveryParameter(("topic",)), Kind.PARAMETERS),
        (Data(), Kind.DATA),
        (Variable("n", Kind.NUMBER), Kind.NUMBER),
        (Literal("a"), Kind.TEXT),
        (Literal(1), Kind.NUMBER),
        (Literal(value=True), Kind.BOOL),
        (Call(Function.LEN, (), Kind.NUMBER), Kind.NUMBER),
    ],
)
def test_an_expression_gives_a_value_of_its_kind(expression: Expression, kind: Kind) -> None:
    assert kind is kind_of(expression)


def test_a_call_is_made_of_all_that_stands_in_it() -> None:
    inner = Call(Function.LEN, (Field.SERIES,))
    outer = Call(Function.EQ, (inner, Literal(1)))
    assert [outer, inner, Field.SERIES, Literal(1)] == list(within(outer))


def test_a_table_without_entries_says_that_it_has_none() -> None:
    table = EveryParameter(())
    assert (None, "the rule has no parameter 'x'; it has none") == (table.named("x"), table.unknown("x"))
