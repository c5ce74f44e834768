"""A template is understood whole or refused with the reason."""

import pytest

from adapter.externalmetrics.templates import Field, TemplateError, Vocabulary, parse_template
from adapter.externalmetrics.templatetypes import (
    Call,
    Choice,
    Function,
    LabelValues,
    Literal,
    Loop,
    Output,
    ParameterText,
    Part,
    Variable,
)

WORDS = Vocabulary(
    fields=(Field.SERIES, Field.LABEL_MATCHERS, Field.GROUP_BY, Field.GROUP_BY_SLICE),
    label_values=True,
    parameters=("topic", "a.b/c"),
)
SERIES = Output(expression=Field.SERIES)
QUEUE = LabelValues("queue")


def parts(text: str) -> tuple[Part, ...]:
    return parse_template(text, WORDS).parts


def test_text_and_fields_alternate() -> None:
    matchers, group_by = Output(expression=Field.LABEL_MATCHERS), Output(expression=Field.GROUP_BY)
    expected = ("sum(", SERIES, "{", matchers, "}) by (", group_by, ")")
    assert expected == parts("sum(<<.Series>>{<< .LabelMatchers >>}) by (<<.GroupBy>>)")


def test_trim_markers_and_comments_leave_no_trace() -> None:
    assert parts("a \n<<- .Series ->> \n b<</* why */>>") == ("a", SERIES, "b")


@pytest.mark.parametrize(
    ("action", "expected"),
    [
        ('index .LabelValuesByName "queue"', QUEUE),
        ("index .LabelValuesByName `queue`", QUEUE),
        (".LabelValuesByName.queue", QUEUE),
        ("$.LabelValuesByName.queue", QUEUE),
        ('(index $.LabelValuesByName "queue")', QUEUE),
        (".Parameters.topic", ParameterText("topic")),
        ('index .Parameters "a.b/c"', ParameterText("a.b/c")),
        ("$.Series", Field.SERIES),
        ('"text"', Literal("text")),
        ("-12", Literal(-12)),
        ("true", Literal(value=True)),
        ("len .LabelValuesByName.queue", Call(Function.LEN, (QUEUE,))),
        (".LabelValuesByName.queue | len", Call(Function.LEN, (QUEUE,))),
        ('and (not .Series) (eq .LabelValuesByName.queue "a" `b`)', None),
    ],
)
def test_an_action_is_one_expression(action: str, expected: object) -> None:
    [part] = parts(f"<<{action}>>")
    assert isinstance(part, Output)
    assert expected is None or part.expression == expected


def test_if_has_two_parts_of_which_the_other_may_be_another_if() -> None:
    inner = Choice(condition=QUEUE, takes_dot=False, then=("b",), otherwise=("c",))
    expected = (Choice(condition=Field.SERIES, takes_dot=False, then=("a",), otherwise=(inner,)), "d")
    text = "<<if .Series>>a<<else if .LabelValuesByName.queue>>b<<else>>c<<end>>d"
    assert expected == parts(text)


def test_range_names_what_it_is_at() -> None:
    body = (Output(expression=Variable("k")), Output(expression=Variable("v")), Output(expression=Variable("")))
    [loop] = parts("<<range $k, $v := .LabelValuesByName>><<$k>><<$v>><<.>><<else>>none<<end>>")
    assert isinstance(loop, Loop)
    assert ("k", "v", body, ("none",)) == (loop.key, loop.value, loop.body, loop.otherwise)


def test_with_takes_the_dot() -> None:
    [choice] = parts("<<with .LabelValuesByName.queue>>x<<.>><<end>>")
    assert isinstance(choice, Choice)
    assert (True, ("x", Output(expression=Variable("")))) == (choice.takes_dot, choice.then)


def test_what_stands_in_conditions_and_loops_is_used_too() -> None:
    template = parse_template("<<if not .GroupBy>><<range .GroupBySlice>><<$.Series>><<end>><<end>>", WORDS)
    assert (True, True, False) == tuple(
        template.uses(field) for field in (Field.GROUP_BY, Field.SERIES, Field.LABEL_MATCHERS)
    )


@pytest.mark.parametrize(
    ("text", "message", "line"),
    [
        ("<<.Serie>>", "<<.Serie>> is not understood: a template here may use <<.Series>>, ", 0),
        ("a\n<<if .Series>>", "<<if .Series>> has no <<end>>", 1),
        ("<<if .Series>>a<<else>>b", "<<if .Series>> has no <<end>>", 0),
        ("a\n<<end>>", "<<end>> has no beginning", 1),
        ("<<.LabelMatchersByName>>", "the field is called .LabelValuesByName", 0),
        ("<<index .GroupBySlice 0>>", "always empty for an external metric: it has no first element", 0),
        ("<<.GroupBySlice>>", "is a collection: take an element, or range over it", 0),
        ("<<.LabelValuesByName>>", "is a collection: take an element, or range over it", 0),
        ('<<join .GroupBySlice ",">>', "Go's templates have no join", 0),
        ("<<.Series | printf>>", "a value can only be piped into one of not, and", 0),
        ("<<not>>", "not takes 1 values", 0),
        ("<<eq .Series>>", "eq takes at least 2 values", 0),
        ("<<(not .Series>>", "a parenthesis is never closed", 0),
        ("<<.Series .Series>>", "'.Series' is not expected there", 0),
        ("<<with .Series>><<.Series>><<end>>", "the dot is what they are at: write $.Series", 0),
        ("a\n<<range .Series>>b<<end>>", "only .LabelValuesByName can be ranged over", 1),
        ("<<index .LabelValuesByName .Series>>", "a template here may use", 0),
        ("<<$x := .Series>>", "is not understood", 0),
        ("<<.Parameters.other>>", "the rule has no parameter 'other'; it has a.b/c, topic", 0),
        ('<<"a\\n">>', "a text with a backslash stands between backquotes here", 0),
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
    assert (True, line) == (message in str(caught.value), caught.value.line), str(caught.value)
