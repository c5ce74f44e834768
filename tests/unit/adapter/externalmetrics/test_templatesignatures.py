"""A call is refused when it is read, if it would fail whatever its values are."""

import pytest

from adapter.externalmetrics.templatekinds import (
    Call,
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
)
from adapter.externalmetrics.templatesignatures import SignatureError, call_of

QUEUE = LabelValues("queue")
TABLE = EveryParameter(("topic",))


@pytest.mark.parametrize(
    ("function", "arguments", "kind"),
    [
        (Function.LEN, (EveryLabel(),), Kind.NUMBER),
        (Function.EQ, (QUEUE, Literal("a"), Literal("b")), Kind.BOOL),
        (Function.NOT, (EveryLabel(),), Kind.BOOL),
        (Function.AND, (QUEUE, Field.SERIES), Kind.TEXT),
        (Function.OR, (QUEUE, Literal(3)), Kind.ANY),
        (Function.PRINT, (), Kind.TEXT),
        (Function.SLICE, (Field.SERIES, Literal(1)), Kind.TEXT),
        (Function.PRINTF, (Literal("%s %d"), QUEUE, Literal(1)), Kind.TEXT),
        (Function.INDEX, (EveryLabel(), Variable("k")), Kind.TEXT),
    ],
)
def test_a_call_gives_a_value_of_a_known_kind(
    function: Function, arguments: tuple[Expression, ...], kind: Kind
) -> None:
    found = call_of(function, arguments)
    assert isinstance(found, Call)
    assert kind is kind_of(found)


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ((EveryLabel(), Literal("queue")), QUEUE),
        ((TABLE, Literal("topic")), ParameterText("topic")),
        ((QUEUE,), QUEUE),
    ],
)
def test_an_index_by_a_literal_is_the_element_itself(arguments: tuple[Expression, ...], expected: Expression) -> None:
    assert expected == call_of(Function.INDEX, arguments)


@pytest.mark.parametrize(
    ("function", "arguments", "message"),
    [
        (Function.NOT, (), "not takes 1 values"),
        (Function.EQ, (QUEUE,), "eq takes at least 2 values"),
        (Function.LT, (QUEUE, QUEUE, QUEUE), "lt takes 2 values"),
        (Function.LT, (Literal(value=True), Literal(value=False)), "lt compares texts or numbers"),
        (Function.EQ, (QUEUE, Literal(1)), "eq compares values of one kind, not a number and a text"),
        (Function.LEN, (Literal(3),), "len measures a text or a collection, not a number"),
        (Function.SLICE, (Field.SERIES, QUEUE), "slice takes a text, where it begins and where it ends"),
        (Function.INDEX, (Field.SERIES, Literal(0)), "index takes the value of a label out of .LabelValuesByName"),
        (Function.INDEX, (TABLE, Literal("zone")), "the rule has no parameter 'zone'; it has topic"),
        (Function.INDEX, (Field.GROUP_BY_SLICE, Literal(0)), "always empty for an external metric"),
        (Function.PRINTF, (QUEUE,), "printf needs a format in quotes"),
        (Function.PRINTF, (Literal("%d"), QUEUE), "printf: %d does not take a text"),
        (Function.PRINT, (EveryLabel(),), "print takes texts and numbers"),
    ],
)
def test_values_that_a_function_never_takes_are_refused(
    function: Function, arguments: tuple[Expression, ...], message: str
) -> None:
    with pytest.raises(SignatureError) as caught:
        call_of(function, arguments)
    assert message in str(caught.value)
