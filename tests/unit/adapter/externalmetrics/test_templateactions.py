"""Where actions stand, and which belong to a template of its own."""

import pytest

from adapter.externalmetrics.templateactions import Action, TemplateError, pieces_of


def action(body: str, line: int = 0) -> Action:
    return Action(body=body, line=line)


def test_texts_and_actions_alternate_with_their_lines() -> None:
    assert ("a\n", action(".x", 1), "\nb", action("end", 2)) == pieces_of("a\n<<.x>>\nb<< end >>").main


def test_an_action_may_hold_what_looks_like_its_end() -> None:
    assert (action('print ">>"'), "x") == pieces_of('<<print ">>">>x').main


def test_a_comment_is_no_action() -> None:
    assert ("a", "b") == pieces_of("a<</* why */>>b").main


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a <<- .x>> b", ("a", action(".x"), " b")),
        ("a <<.x ->> b", ("a ", action(".x"), "b")),
        ("a <<- .x ->> b", ("a", action(".x"), "b")),
        ("a <<-3>>", ("a ", action("-3"))),
    ],
)
def test_a_dash_beside_a_space_takes_the_space_away(text: str, expected: tuple[str | Action, ...]) -> None:
    assert expected == pieces_of(text).main


def test_a_definition_stands_apart_under_its_name() -> None:
    pieces = pieces_of('<<define "m">>{<<.x>>}<<end>>a<<template "m" .>>')
    assert (("a", action('template "m" .')), {"m": ("{", action(".x"), "}")}) == (pieces.main, pieces.defined)


def test_a_block_is_a_definition_and_its_use() -> None:
    pieces = pieces_of('<<block "m" .>>x<<end>>')
    assert ((action('template "m" .'),), {"m": ("x",)}) == (pieces.main, pieces.defined)


def test_a_definition_goes_to_its_own_end() -> None:
    pieces = pieces_of('<<define "m">><<if .x>>a<<end>>b<<end>>c')
    assert ("c", 4) == (pieces.main[0], len(pieces.defined["m"]))


def test_an_empty_definition_gives_way_to_another_of_its_name() -> None:
    assert ("x",) == pieces_of('<<define "m">> <<end>><<define "m">>x<<end>>').defined["m"]


@pytest.mark.parametrize(
    ("text", "message", "line"),
    [
        ("a\n<<.x", "<< is never closed by >>", 1),
        ('<<define "m">>', '<<define "m">> has no <<end>>', 0),
        ("<<define m>><<end>>", "<<define m>> needs a name in quotes", 0),
        ('<<define "\\y">><<end>>', "holds a backslash that means nothing", 0),
        ('<<if .x>>\n<<define "m">><<end>><<end>>', "has to stand outside of all others", 1),
    ],
)
def test_what_does_not_end_or_has_no_name_is_refused_with_its_line(text: str, message: str, line: int) -> None:
    with pytest.raises(TemplateError) as caught:
        pieces_of(text)
    assert (True, line, True) == (message in str(caught.value), caught.value.line, caught.value.is_syntax)


def test_an_action_parts_its_word_from_the_rest() -> None:
    found = action("range $k, $v := .x")
    assert ("range", "$k, $v := .x", "") == (found.word, found.rest, action("$v").word)
