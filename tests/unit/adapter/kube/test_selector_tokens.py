import pytest

from adapter.kube.selector_tokens import Token, TokenKind, tokens_of


def texts_of(text: str) -> list[str]:
    return [token.text for token in tokens_of(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a==1", ["a", "==", "1", ""]),
        ("a=1,!b", ["a", "=", "1", ",", "!", "b", ""]),
        ("a!=b", ["a", "!=", "b", ""]),
        ("a===1", ["a", "==", "=", "1", ""]),
        ("a!!=1", ["a", "!", "!=", "1", ""]),
        (" a\t in\r\n(x) ", ["a", "in", "(", "x", ")", ""]),
        ("a>1<2", ["a", ">", "1", "<", "2", ""]),
        ("", [""]),
        ("a\0b", ["a", ""]),
    ],
)
def test_a_text_falls_into_words(text: str, expected: list[str]) -> None:
    assert expected == texts_of(text)


@pytest.mark.parametrize("word", ["in", "notin"])
def test_a_keyword_may_stand_for_an_identifier(word: str) -> None:
    assert (Token(TokenKind.KEYWORD, word), True) == (tokens_of(word)[0], tokens_of(word)[0].is_identifier)


def test_a_sign_may_not_stand_for_an_identifier() -> None:
    assert not tokens_of("(")[0].is_identifier
