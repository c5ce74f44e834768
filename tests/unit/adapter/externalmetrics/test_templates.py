"""A template is understood whole or refused with the reason."""

import pytest

from adapter.externalmetrics.templates import Context, Field, LabelValues, Part, TemplateError, parse_template

FIELDS = (Field.SERIES, Field.LABEL_MATCHERS, Field.GROUP_BY)


def parts(text: str) -> tuple[Part, ...]:
    return parse_template(text, fields=FIELDS, label_values=True).parts


def test_text_and_fields_alternate() -> None:
    expected = ("sum(", Field.SERIES, "{", Field.LABEL_MATCHERS, "}) by (", Field.GROUP_BY, ")")
    assert expected == parts("sum(<<.Series>>{<< .LabelMatchers >>}) by (<<.GroupBy>>)")


def test_trim_markers_and_comments_leave_no_trace() -> None:
    assert parts("a \n<<- .Series ->> \n b<</* why */>>") == ("a", Field.SERIES, "b")


@pytest.mark.parametrize(
    "action",
    ['index .LabelValuesByName "queue"', "index .LabelValuesByName `queue`", ".LabelValuesByName.queue"],
)
def test_values_of_a_label_are_taken_by_either_form(action: str) -> None:
    assert (LabelValues(label="queue", context=Context.BARE),) == parts(f"<<{action}>>")


@pytest.mark.parametrize(
    ("before", "context"),
    [
        ("topk(", Context.BARE),
        ('a{b="', Context.STRING),
        ("a{b='x", Context.STRING),
        ('a{b=~ "', Context.REGEX),
        ('a{b!~"x-', Context.REGEX),
        ("a{b=`", Context.RAW_STRING),
        ('a{b="\\"', Context.STRING),
        ('a{b="c"} + ', Context.BARE),
        ("# don't\na{b=\"", Context.STRING),
        ("# don't\n", Context.BARE),
        ('a{b="#', Context.STRING),
        ('a{b="x"} # "', Context.BARE),
    ],
)
def test_it_is_known_where_in_the_query_a_value_goes(before: str, context: Context) -> None:
    assert (before, LabelValues(label="x", context=context)) == parts(f'{before}<<index .LabelValuesByName "x">>')


@pytest.mark.parametrize(
    ("text", "message", "line"),
    [
        ("<<.Serie>>", "<<.Serie>> is not understood: a template here may use <<.Series>>, ", 0),
        ("a\n<<if .Series>>", "<<if .Series>> is not understood", 1),
        ("<<.LabelMatchersByName>>", "the field is called .LabelValuesByName", 0),
        ("<<index .GroupBySlice 0>>", "it is always empty for an external metric", 0),
        ("<<.Series | printf>>", "is not understood", 0),
        ("<<.Resource>>", "is not understood", 0),
        ("<<>>", "is not understood", 0),
        ("a\n\n<<.Series", "<< is never closed by >>", 2),
        ("<<.Series>> <<.Series", "<< is never closed by >>", 0),
        ("{{ .Series }}", "templates here stand between << and >>", 0),
    ],
)
def test_what_goes_beyond_our_templates_is_refused_with_its_line(text: str, message: str, line: int) -> None:
    with pytest.raises(TemplateError) as caught:
        parts(text)
    assert (True, line) == (message in str(caught.value), caught.value.line)
