"""What may stand in one action of a template? Fields, values of labels, variables, parameters, literals, functions."""

from types import MappingProxyType

from adapter.externalmetrics.templatekinds import Expression, Function, Literal
from adapter.externalmetrics.templatescopes import CORRECTIONS, ExpressionError, Scope, field_of
from adapter.externalmetrics.templatesignatures import SignatureError, call_of
from adapter.externalmetrics.templatetokens import NotAToken, Sort, Token, text_of


class ExpressionReader:
    """Reads the tokens of one action from left to right, as Go's own parser does. Raises ExpressionError."""

    def __init__(self, tokens: tuple[Token, ...], scope: Scope) -> None:
        self._tokens = list(tokens)
        self._scope = scope

    def whole(self) -> Expression:
        """The one expression that they all are, pipelines included."""
        expression = self._pipeline()
        if self._tokens:
            raise ExpressionError(f"{self._tokens[0].text!r} is not expected there", is_syntax=True)
        return expression

    def _pipeline(self) -> Expression:
        expression = self._command(())
        while self._ahead("|"):
            del self._tokens[0]
            self._skip_space()
            if self._tokens and self._tokens[0].sort in _NEVER_PIPED_INTO:
                raise ExpressionError(f"nothing can be piped into {self._tokens[0].text}", is_syntax=True)
            expression = self._command((expression,))
        return expression

    def _command(self, piped: tuple[Expression, ...]) -> Expression:
        self._skip_space()
        first = self._tokens[0] if self._tokens else None
        if first is not None and first.sort is Sort.WORD and first.text not in _CONSTANTS:
            del self._tokens[0]
            return self._call(first.text, self._operands(), piped)
        operands = self._operands()
        if not operands:
            raise ExpressionError("a value is missing", is_syntax=True)
        if piped or len(operands) > 1:
            raise ExpressionError("only functions take values: put its name first")
        return operands[0]

    def _call(self, name: str, operands: tuple[Expression, ...], piped: tuple[Expression, ...]) -> Expression:
        try:
            function = Function(name)
        except ValueError as error:
            text = CORRECTIONS.get(name) or f"there is no function {name!r}; there are {_FUNCTIONS}"
            raise ExpressionError(text, is_syntax=name not in _UNUSED) from error
        try:
            return call_of(function, (*operands, *piped))
        except SignatureError as error:
            raise ExpressionError(str(error)) from error

    def _operands(self) -> tuple[Expression, ...]:
        operands: list[Expression] = []
        self._skip_space()
        while self._tokens and not (self._ahead("|") or self._ahead(")")):
            operands.append(self._operand())
            if self._tokens and self._tokens[0].sort is not Sort.SPACE and not (self._ahead("|") or self._ahead(")")):
                raise ExpressionError(f"{self._tokens[0].text!r} is not expected there", is_syntax=True)
            self._skip_space()
        return tuple(operands)

    def _operand(self) -> Expression:
        token = self._tokens.pop(0)
        match token.sort:
            case Sort.MARK if token.text == "(":
                return self._parenthesised()
            case Sort.DOT | Sort.FIELD:
                return field_of(self._scope.names[""], token.chain, self._scope.vocabulary)
            case Sort.VARIABLE:
                return self._variable(token)
            case Sort.WORD if token.text not in _CONSTANTS:
                return self._call(token.text, (), ())
            case _:
                return _literal(token)

    def _variable(self, token: Token) -> Expression:
        name = token.text if token.text == "$" else token.text[1:]
        if name not in self._scope.names:
            raise ExpressionError(f"there is no variable {token.text}", is_syntax=True)
        return field_of(self._scope.names[name], token.chain, self._scope.vocabulary)

    def _parenthesised(self) -> Expression:
        inner = self._pipeline()
        if not self._ahead(")"):
            raise ExpressionError("a parenthesis is never closed", is_syntax=True)
        del self._tokens[0]
        if self._tokens and self._tokens[0].sort is Sort.FIELD:
            return field_of(inner, self._tokens.pop(0).chain, self._scope.vocabulary)
        return inner

    def _ahead(self, mark: str) -> bool:
        return bool(self._tokens) and self._tokens[0].sort is Sort.MARK and self._tokens[0].text == mark

    def _skip_space(self) -> None:
        while self._tokens and self._tokens[0].sort is Sort.SPACE:
            del self._tokens[0]


def _said(token: Token) -> str:
    try:
        return text_of(token.text)
    except NotAToken as error:
        raise ExpressionError(str(error), is_syntax=True) from error


def _literal(token: Token) -> Literal:
    match token.sort:
        case Sort.TEXT:
            return Literal(_said(token))
        case Sort.NUMBER:
            return _number(token)
        case Sort.WORD:
            return Literal(_CONSTANTS[token.text])
        case _:
            raise ExpressionError(f"{token.text!r} is not expected there", is_syntax=True)


def _number(token: Token) -> Literal:
    try:
        return Literal(int(token.text, 0))
    except ValueError as error:
        raise ExpressionError(f"{token.text!r} is no whole number") from error


_CONSTANTS: MappingProxyType[str, str | bool] = MappingProxyType({"true": True, "false": False, "nil": ""})
_FUNCTIONS = ", ".join(function.value for function in Function)
# Words of Go's templates that mean nothing in a rule; all others Go refuses, too.
_UNUSED = frozenset({"call", "break", "continue", "template", "define", "block", "if", "with", "range", "else", "end"})
_NEVER_PIPED_INTO = frozenset({Sort.TEXT, Sort.NUMBER, Sort.DOT})
