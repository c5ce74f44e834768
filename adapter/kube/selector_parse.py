"""Which requirements does the text of a label selector state, or where does it stop being one?"""

from typing import Final

from adapter.kube.selector_requirement import Operator, Requirement, SelectorError, invalid_key, requirement_of
from adapter.kube.selector_tokens import Token, TokenKind, tokens_of

_OPERATORS: Final = {
    "in": Operator.IN,
    "notin": Operator.NOT_IN,
    "=": Operator.EQUALS,
    "==": Operator.DOUBLE_EQUALS,
    "!=": Operator.NOT_EQUALS,
    ">": Operator.GREATER_THAN,
    "<": Operator.LESS_THAN,
}


def parse_requirements(text: str) -> tuple[Requirement, ...]:
    """The requirements in the order written. Raises SelectorError with apimachinery's text.

    Source: labels Parser (v1.37).
    """
    return _Parser(tokens_of(text)).requirements()


class _Parser:
    """Walks over the tokens once, from left to right; END is never passed."""

    def __init__(self, tokens: tuple[Token, ...]) -> None:
        self._tokens = tokens
        self._position = 0

    def requirements(self) -> tuple[Requirement, ...]:
        if self._peek().kind is TokenKind.END:
            return ()
        if not self._starts_a_requirement():
            raise SelectorError(f"found '{self._peek().text}', expected: !, identifier, or 'end of string'")
        found = [self._requirement()]
        while self._peek().kind is TokenKind.COMMA:
            self._next()
            if not self._starts_a_requirement():
                raise SelectorError(f"found '{self._peek().text}', expected: identifier after ','")
            found.append(self._requirement())
        if self._peek().kind is not TokenKind.END:
            raise SelectorError(f"found '{self._peek().text}', expected: ',' or 'end of string'")
        return tuple(found)

    def _starts_a_requirement(self) -> bool:
        token = self._peek()
        return token.is_identifier or token.kind is TokenKind.NOT

    def _requirement(self) -> Requirement:
        try:
            is_negated = self._peek().kind is TokenKind.NOT
            if is_negated:
                self._next()
            key = self._key()
            if is_negated:
                return requirement_of(key, Operator.DOES_NOT_EXIST, ())
            if self._peek().kind in {TokenKind.END, TokenKind.COMMA}:
                return requirement_of(key, Operator.EXISTS, ())
            operator = self._operator()
            is_set = operator in {Operator.IN, Operator.NOT_IN}
            return requirement_of(key, operator, sorted(self._set() if is_set else {self._exact_value()}))
        except SelectorError as error:
            raise SelectorError(f"unable to parse requirement: {error}") from error

    def _key(self) -> str:
        token = self._next()
        if not token.is_identifier:
            raise SelectorError(f"found '{token.text}', expected: identifier")
        for invalid in invalid_key(token.text):
            raise SelectorError(f"<nil>: {invalid}")
        return token.text

    def _operator(self) -> Operator:
        token = self._next()
        operator = _OPERATORS.get(token.text)
        if operator is None:
            raise SelectorError(f"found '{token.text}', expected: in, notin, =, ==, !=, gt, lt")
        return operator

    def _exact_value(self) -> str:
        if self._peek().kind in {TokenKind.END, TokenKind.COMMA}:
            return ""
        token = self._next()
        if not token.is_identifier:
            raise SelectorError(f"found '{token.text}', expected: identifier")
        return token.text

    def _set(self) -> set[str]:
        opening = self._next()
        if opening.kind is not TokenKind.OPEN:
            raise SelectorError(f"found '{opening.text}' expected: '('")
        first = self._peek()
        if first.kind is TokenKind.CLOSED:
            self._next()
            return {""}
        if not (first.is_identifier or first.kind is TokenKind.COMMA):
            raise SelectorError(f"found '{first.text}', expected: ',', ')' or identifier")
        values = self._listed_values()
        self._next()
        return values

    def _listed_values(self) -> set[str]:
        """The values up to the closing parenthesis, which stays; a gap beside a comma is the empty value."""
        values: set[str] = set()
        while self._peek().kind is not TokenKind.CLOSED:
            token = self._next()
            if token.is_identifier:
                values.add(token.text)
                self._expect_the_end_of_a_value()
            elif token.kind is TokenKind.COMMA:
                values |= self._gap(is_first=not values)
            else:
                raise SelectorError(f"found '{token.text}', expected: ',', or identifier")
        return values

    def _expect_the_end_of_a_value(self) -> None:
        following = self._peek()
        if following.kind not in {TokenKind.COMMA, TokenKind.CLOSED}:
            raise SelectorError(f"found '{following.text}', expected: ',' or ')'")

    def _gap(self, *, is_first: bool) -> set[str]:
        """The empty value if the comma just taken has nothing on one side; a second comma is taken with it."""
        following = self._peek().kind
        if following is TokenKind.COMMA:
            self._next()
        return {""} if is_first or following in {TokenKind.COMMA, TokenKind.CLOSED} else set()

    def _peek(self) -> Token:
        return self._tokens[self._position]

    def _next(self) -> Token:
        token = self._tokens[self._position]
        if token.kind is not TokenKind.END:
            self._position += 1
        return token
