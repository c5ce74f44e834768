"""An action is parted into the words that Go's reader sees."""

import pytest

from adapter.externalmetrics.templatetokens import NotAToken, Sort, Token, text_of, tokens_of


def sorts(text: str) -> list[tuple[Sort, str]]:
    return [(token.sort, token.text) for token in tokens_of(text)]


def test_spaces_around_an_action_are_none_of_its_words() -> None:
    assert [(Sort.DOT, ".")] == sorts("  . \n")


def test_a_space_parts_operands() -> None:
    assert [(Sort.WORD, "len"), (Sort.SPACE, " "), (Sort.TEXT, '"a b"')] == sorts('len "a b"')


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (".Series", Token(sort=Sort.FIELD, text=".Series", chain=("Series",))),
        (".a.b", Token(sort=Sort.FIELD, text=".a.b", chain=("a", "b"))),
        ("$", Token(sort=Sort.VARIABLE, text="$")),
        ("$x.a.b", Token(sort=Sort.VARIABLE, text="$x", chain=("a", "b"))),
        ("-12", Token(sort=Sort.NUMBER, text="-12")),
        ("0x1F", Token(sort=Sort.NUMBER, text="0x1F")),
        ("'a'", Token(sort=Sort.NUMBER, text="'a'")),
        ("`a\nb`", Token(sort=Sort.TEXT, text="`a\nb`")),
        (r'"a\"b"', Token(sort=Sort.TEXT, text=r'"a\"b"')),
        (":=", Token(sort=Sort.MARK, text=":=")),
        ("=", Token(sort=Sort.MARK, text="=")),
        ("true", Token(sort=Sort.WORD, text="true")),
    ],
)
def test_a_word_is_one_token_of_its_sort(text: str, expected: Token) -> None:
    assert (expected,) == tokens_of(text)


def test_a_pipeline_in_parentheses_is_its_parts() -> None:
    expected = ["(", "$v", " ", "|", " ", "print", ")"]
    assert expected == [text for _, text in sorts("($v | print)")]


@pytest.mark.parametrize("text", [";", "a ~ b", '"never closed', "`never closed", "{", '"a\nb"'])
def test_what_go_cannot_part_is_refused(text: str) -> None:
    with pytest.raises(NotAToken):
        tokens_of(text)


@pytest.mark.parametrize(
    ("literal", "said"),
    [('"a\\tb"', "a\tb"), ("`a\\tb`", "a\\tb"), ('"\\u00e9"', "é"), ('"\\x41"', "A"), ('"\\101"', "A"), ('""', "")],
)
def test_a_literal_says_what_go_makes_of_it(literal: str, said: str) -> None:
    assert said == text_of(literal)


@pytest.mark.parametrize("literal", ['"a\\y"', '"\\xZZ"', '"\\u12"'])
def test_a_backslash_that_means_nothing_is_refused_with_what_to_write(literal: str) -> None:
    with pytest.raises(NotAToken, match="write it twice, or use backquotes"):
        text_of(literal)
