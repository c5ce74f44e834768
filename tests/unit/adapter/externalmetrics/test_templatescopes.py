"""Names after dots stand for what the engine has, and everything else is refused with what can be written."""

import pytest

from adapter.externalmetrics.templatekinds import (
    Data,
    EveryLabel,
    EveryParameter,
    Expression,
    Field,
    Kind,
    LabelValues,
    Literal,
    ParameterText,
    Variable,
)
from adapter.externalmetrics.templatescopes import ExpressionError, Vocabulary, field_of, named

QUERY = Vocabulary(fields=(Field.SERIES, Field.LABEL_MATCHERS), label_values=True, parameters=("topic", "region"))
LABEL = Vocabulary(fields=(Field.GROUP, Field.RESOURCE))


@pytest.mark.parametrize(
    ("of", "chain", "expected"),
    [
        (Data(), (), Data()),
        (Data(), ("Series",), Field.SERIES),
        (Data(), ("LabelValuesByName",), EveryLabel()),
        (Data(), ("LabelValuesByName", "queue"), LabelValues("queue")),
        (EveryLabel(), ("queue",), LabelValues("queue")),
        (Data(), ("Parameters",), EveryParameter(("region", "topic"))),
        (Data(), ("Parameters", "topic"), ParameterText("topic")),
    ],
)
def test_names_stand_for_what_the_engine_has(of: Expression, chain: tuple[str, ...], expected: Expression) -> None:
    assert expected == field_of(of, chain, QUERY)


@pytest.mark.parametrize(
    ("of", "chain", "vocabulary", "message"),
    [
        (Data(), ("Resource",), QUERY, "a template here may use <<.Series>>, <<.LabelMatchers>>, <<index"),
        (Data(), ("Series",), LABEL, "a template here may use <<.Group>>, <<.Resource>>"),
        (Data(), ("LabelValuesByName",), LABEL, "a template here may use <<.Group>>, <<.Resource>>"),
        (Data(), ("LabelMatchersByName",), QUERY, "the field is called .LabelValuesByName"),
        (Data(), ("Parameters", "zone"), QUERY, "the rule has no parameter 'zone'; it has region, topic"),
        (Field.SERIES, ("x",), QUERY, "a text has no x: write $.x"),
        (Literal(3), ("x",), QUERY, "a number has no x: write $.x"),
    ],
)
def test_other_names_are_refused_with_what_can_be_written(
    of: Expression, chain: tuple[str, ...], vocabulary: Vocabulary, message: str
) -> None:
    with pytest.raises(ExpressionError) as caught:
        field_of(of, chain, vocabulary)
    assert message in str(caught.value)


def test_a_name_for_a_text_is_a_variable_of_its_kind() -> None:
    assert (Variable("v", Kind.TEXT), Variable("v", Kind.NUMBER)) == (
        named("v", Field.SERIES),
        named("v", Literal(3)),
    )


@pytest.mark.parametrize("collection", [EveryLabel(), EveryParameter(("topic",)), Data(), Field.GROUP_BY_SLICE])
def test_a_name_for_a_collection_stands_for_the_collection_itself(collection: Expression) -> None:
    assert collection == named("v", collection)
