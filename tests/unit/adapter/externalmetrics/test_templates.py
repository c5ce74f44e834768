"""A template is understood whole or refused with the reason."""

import pytest

from adapter.externalmetrics.templatekinds import (
    Call,
    Function,
    Kind,
    LabelValues,
    Literal,
    ParameterText,
    Variable,
)
from adapter.externalmetrics.templates import Field, TemplateError, Vocabulary, parse_template
from adapter.externalmetrics.templatetypes import Assignment, Choice, Inner, Loop, Output, Part

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
        ('"a\\t\\"b"', Literal('a\t"b')),
        ("0x10", Literal(16)),
        ("len .LabelValuesByName.queue", Call(Function.LEN, (QUEUE,), Kind.NUMBER)),
        (".LabelValuesByName.queue | len", Call(Function.LEN, (QUEUE,), Kind.NUMBER)),
        ("(.LabelValuesByName).queue", QUEUE),
        ('"queue" | index .LabelValuesByName', QUEUE),
        ('and (not .Series) (eq .LabelValuesByName.queue "a" `b`)', None),
    ],
)
def test_an_action_is_one_expression(action: str, expected: object) -> None:
    [part] = parts(f"<<{action}>>")
    assert isinstance(part, Output)
    assert expected is None or part.expression == expected


def test_if_has_two_parts_of_which_the_other_may_be_another_if() -> None:
    inner = Choice(condition=QUEUE, names=(), then=("b",), otherwise=("c",))
    expected = (Choice(condition=Field.SERIES, names=(), then=("a",), otherwise=(inner,)), "d")
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
    assert (("",), ("x", Output(expression=Variable("")))) == (choice.names, choice.then)


def test_a_variable_lasts_until_its_block_ends() -> None:
    assigned = Assignment(name="m", expression=Field.SERIES, is_new=True)
    assert parts("<<$m := .Series>><<$m>>") == (assigned, Output(expression=Variable("m")))


def test_a_collection_that_has_a_name_stays_what_it_is() -> None:
    assert parts("<<$m := .LabelValuesByName>><<$m.queue>><<with $m>><<.queue>><<end>>")[0] == Output(expression=QUEUE)


def test_a_template_within_is_read_for_what_it_is_given() -> None:
    text = '<<define "t">><<.Series>><<end>><<template "t" .>><<block "u" .Series>><<.>><<end>>'
    [whole, series] = parts(text)
    assert isinstance(whole, Inner)
    assert isinstance(series, Inner)
    assert ((SERIES,), (Output(expression=Variable("")),)) == (whole.parts, series.parts)


def test_what_stands_in_conditions_and_loops_is_used_too() -> None:
    template = parse_template("<<if not .GroupBy>><<range .GroupBySlice>><<$.Series>><<end>><<end>>", WORDS)
    assert (True, True, False) == tuple(
        template.uses(field) for field in (Field.GROUP_BY, Field.SERIES, Field.LABEL_MATCHERS)
    )


@pytest.mark.parametrize(
    ("text", "message", "line"),
    [
        ("a\n<<if .Series>>", "<<if .Series>> has no <<end>>", 1),
        ("<<if .Series>>a<<else>>b", "<<if .Series>> has no <<end>>", 0),
        ("a\n<<end>>", "<<end>> has no beginning", 1),
        ("<<if .Series>>a<<else with .Series>>b<<end>>", "<<else with .Series>> can't stand after <<if .Series>>", 0),
        ('<<join .GroupBySlice ",">>', "Go's templates have no join", 0),
        ("<<nothing .Series>>", "there is no function 'nothing'; there are not, and, or,", 0),
        ("<<(not .Series>>", "a parenthesis is never closed", 0),
        ("<<.Series | 3>>", "nothing can be piped into 3", 0),
        ("<<.Series | >>", "a value is missing", 0),
        ("<<.Series)>>", "')' is not expected there", 0),
        ('<<"a".Series>>', "'.Series' is not expected there", 0),
        ("<<$v>>", "there is no variable $v", 0),
        ("<<range $v := .GroupBySlice>><<end>><<$v>>", "there is no variable $v", 0),
        ("<<$v = .Series>>", "there is no variable $v", 0),
        ('<<"a\\y">>', "holds a backslash that means nothing", 0),
        ("<<.Series ; 1>>", "';' can't stand there", 0),
        ("<<>>", "a value is missing", 0),
        ("a\n\n<<.Series", "<< is never closed by >>", 2),
        ("<<.Series>> <<.Series", "<< is never closed by >>", 0),
        ("<<template .Series>>", "<<template .Series>> needs a name in quotes", 0),
        ('<<define "a">>', '<<define "a">> has no <<end>>', 0),
        ('<<if .Series>><<define "a">><<end>><<end>>', "has to stand outside of all others", 0),
        ('<<define "a">>x<<end>>\n<<define "a">>y<<end>>', "template 'a' is defined twice", 1),
    ],
)
def test_what_go_refuses_is_refused_with_its_line(text: str, message: str, line: int) -> None:
    with pytest.raises(TemplateError) as caught:
        parts(text)
    seen = (message in str(caught.value), caught.value.line, caught.value.is_syntax)
    assert (True, line, True) == seen, str(caught.value)


@pytest.mark.parametrize(
    ("text", "message", "line"),
    [
        ("<<.Serie>>", "<<.Serie>> is not understood: a template here may use <<.Series>>, ", 0),
        ("<<.LabelMatchersByName>>", "the field is called .LabelValuesByName", 0),
        ("<<index .GroupBySlice 0>>", "always empty for an external metric: it has no first element", 0),
        ("<<.GroupBySlice>>", "is an empty collection: take an element, or range over it", 0),
        ("<<.LabelValuesByName>>", "is a collection: take an element, or range over it", 0),
        ("<<.>>", "is everything there is: take an element", 0),
        ("<<not>>", "not takes 1 values", 0),
        ("<<eq .Series>>", "eq takes at least 2 values", 0),
        ("<<eq .Series 1>>", "eq compares values of one kind, not a number and a text", 0),
        ("<<lt true false>>", "lt compares texts or numbers", 0),
        ('<<printf "%d" .Series>>', "%d does not take a text", 0),
        ('<<printf "%s%s" .Series>>', "'%s%s' takes 2 values", 0),
        ('<<printf "%z" .Series>>', "'%z' is no verb that is known here", 0),
        ("<<printf .Series>>", "printf needs a format in quotes", 0),
        ("<<print .LabelValuesByName>>", "print takes texts and numbers", 0),
        ("<<len 3>>", "len measures a text or a collection, not a number", 0),
        ("<<slice 3 1>>", "slice takes a text, where it begins and where it ends", 0),
        ("<<index .Series 0>>", "index takes the value of a label", 0),
        ("<<call .Series>>", "there is no function 'call'", 0),
        ("<<1.5>>", "'1.5' is no whole number", 0),
        ("<<.Series .Series>>", "only functions take values", 0),
        ("<<.Series.x>>", "a text has no x: write $.x", 0),
        ("<<with .LabelValuesByName.queue>><<.Series>><<end>>", "a text has no Series: write $.Series", 0),
        ("a\n<<range .Series>>b<<end>>", "only .LabelValuesByName can be ranged over", 1),
        ("<<$v := .Series>><<$v = 3>>", "$v can't become a number", 0),
        ("<<.Parameters.other>>", "the rule has no parameter 'other'; it has a.b/c, topic", 0),
        ("<<.Resource>>", "is not understood", 0),
        ('<<template "a" .>>', "template 'a' is not defined", 0),
        ('<<define "a">><<template "a" .>><<end>><<template "a" .>>', "template 'a' contains itself", 0),
        ("{{ .Series }}", "templates here stand between << and >>", 0),
    ],
)
def test_what_go_finds_out_when_it_is_filled_in_is_found_before(text: str, message: str, line: int) -> None:
    with pytest.raises(TemplateError) as caught:
        parts(text)
    seen = (message in str(caught.value), caught.value.line, caught.value.is_syntax)
    assert (True, line, False) == seen, str(caught.value)
