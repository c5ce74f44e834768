"""A template tells what it uses and what it says, wherever in it that stands."""

import pytest

from adapter.externalmetrics.templatekinds import Call, EveryLabel, Field, Function, LabelValues, Literal
from adapter.externalmetrics.templatetypes import Assignment, Choice, Inner, Loop, Output, Part, Template

SERIES = Output(expression=Field.SERIES)
CHOICE = Choice(condition=LabelValues("q"), names=(), then=("a", SERIES), otherwise=("b",))
LOOP = Loop(over=EveryLabel(), key="", value="v", body=("c", SERIES), otherwise=("d",))
INNER = Inner(given=Field.GROUP_BY, parts=("e", SERIES))


@pytest.mark.parametrize("part", [SERIES, CHOICE, LOOP, INNER])
def test_a_field_is_used_wherever_it_stands(part: Part) -> None:
    template = Template(parts=(part,))
    assert (True, False) == (template.uses(Field.SERIES), template.uses(Field.LABEL_MATCHERS))


def test_what_decides_and_what_is_given_is_used_too() -> None:
    length = Call(Function.LEN, (Field.LABEL_MATCHERS,))
    assigned = Assignment(name="n", expression=length, is_new=True)
    expected = {length, Field.LABEL_MATCHERS, LabelValues("q"), EveryLabel(), Field.GROUP_BY, Field.SERIES}
    assert expected == Template(parts=(assigned, CHOICE, LOOP, INNER)).expressions()


def test_its_own_words_are_those_of_every_part() -> None:
    text = Output(expression=Literal("never a word of its own"))
    assert "x a b c d e" == Template(parts=("x", text, CHOICE, LOOP, INNER)).literal_text
