"""The words of an action are read as one expression, from left to right."""

import pytest

from adapter.externalmetrics.templateexpressions import ExpressionReader
from adapter.externalmetrics.templatekinds import (
    Call,
    Expression,
    Field,
    Function,
    Kind,
    LabelValues,
    Literal,
    Variable,
)
from adapter.externalmetrics.templatescopes import ExpressionError, Scope, Vocabulary
from adapter.externalmetrics.templatetokens import tokens_of

WORDS = Vocabulary(fields=(Field.SERIES,), label_values=True)
SCOPE = Scope(
    vocabulary=WORDS,
    names={"": LabelValues("queue"), "$": Scope(vocabulary=WORDS).names["$"], "n": Variable("n", Kind.NUMBER)},
)


def read(text: str) -> Expression:
    return ExpressionReader(tokens_of(text), SCOPE).whole()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (".", LabelValues("queue")),
        ("$.Series", Field.SERIES),
        ("$n", Variable("n", Kind.NUMBER)),
        ("(.)", LabelValues("queue")),
        ("nil", Literal("")),
        ("false", Literal(value=False)),
        ("+0b11", Literal(3)),
        ("($.LabelValuesByName).zone", LabelValues("zone")),
    ],
)
def test_an_operand_is_what_it_names(text: str, expected: Expression) -> None:
    assert expected == read(text)


def test_what_is_piped_is_the_last_value_of_the_next() -> None:
    assert Call(Function.EQ, (Literal("a"), LabelValues("queue")), Kind.BOOL) == read('. | eq "a"')


def test_a_function_without_values_may_be_one() -> None:
    assert Call(Function.PRINT, (Call(Function.PRINT, (), Kind.TEXT),), Kind.TEXT) == read("print (print)")


@pytest.mark.parametrize(
    ("text", "message", "is_syntax"),
    [
        ("", "a value is missing", True),
        (". |", "a value is missing", True),
        ('. | "a"', 'nothing can be piped into "a"', True),
        ("(. ", "a parenthesis is never closed", True),
        (". )", "')' is not expected there", True),
        ("$m", "there is no variable $m", True),
        ("lower .", "there is no function 'lower'", True),
        ("call .", "there is no function 'call'", False),
        ('join . ","', "Go's templates have no join", True),
        ("1 2", "only functions take values: put its name first", False),
        ("1.5", "'1.5' is no whole number", False),
        ("not . .", "not takes 1 values", False),
    ],
)
def test_what_is_no_expression_is_refused_as_go_would(text: str, message: str, *, is_syntax: bool) -> None:
    with pytest.raises(ExpressionError) as caught:
        read(text)
    assert (True, is_syntax) == (message in str(caught.value), caught.value.is_syntax), str(caught.value)
