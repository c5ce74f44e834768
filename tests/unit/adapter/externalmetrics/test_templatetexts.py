"""A value from outside stays apart from the rule's own words, whatever is done to the text around it."""

import pytest

from adapter.externalmetrics.templateplaces import Element
from adapter.externalmetrics.templatetexts import Text
from adapter.prometheus.promql import InexpressibleError

QUEUE = Element(of="label 'queue'", texts=("orders",))
TWO = Element(of="label 'queue'", texts=("orders", "mails"))


def test_several_values_of_one_label_read_as_alternatives() -> None:
    assert "q=orders|mails" == (Text.of("q=") + Text.of(TWO)).plain


@pytest.mark.parametrize(("text", "is_true"), [(Text(()), False), (Text.of(""), False), (Text.of("a"), True)])
def test_an_empty_text_is_false(text: Text, *, is_true: bool) -> None:
    assert is_true is bool(text)


def test_a_label_without_values_is_false() -> None:
    assert not Text.of(Element(of="label 'queue'", texts=()))


def test_a_change_of_the_rules_own_words_leaves_values_alone() -> None:
    assert Text(("Q=", QUEUE)) == Text(("q=", QUEUE)).mapped_literals(str.upper)


def test_a_change_of_everything_reaches_values_and_keeps_where_they_come_from() -> None:
    trusted = Element(of="parameter 'topic'", texts=("a", "b"), trusted=True)
    expected = Element(of="parameter 'topic'", texts=("A", "B"), trusted=True)
    assert Text(("X", expected)) == Text(("x", trusted)).mapped(str.upper)


def test_a_part_is_counted_in_bytes_and_splits_no_character() -> None:
    assert "\u00e9" == Text.of("a\u00e9b").part(1, 4).plain.removesuffix("b")
    assert "a" == Text.of("a\u00e9b").part(0, 2).plain


def test_a_part_of_one_value_is_a_value_from_the_same_place() -> None:
    assert Text.of(Element(of="label 'queue'", texts=("ord",))) == Text.of(QUEUE).part(0, 3)


@pytest.mark.parametrize("text", [Text.of(TWO), Text(("a", QUEUE)), Text((QUEUE, QUEUE))])
def test_what_cannot_be_parted_without_a_guess_is_refused(text: Text) -> None:
    with pytest.raises(InexpressibleError):
        text.part(0, 1)
