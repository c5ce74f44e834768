"""Which PromQL can be asked in a simulation? Selectors, aggregations, arithmetic, `or`, few functions."""

import re
from typing import Final

import re2

from scaler.simulation.promql_tree import Aggregation, Binary, Call, Expression, LabelIs, Number, Selector
from scaler.simulation.series import unquoted


class BeyondThisPromQL(ValueError):
    """A query that isn't PromQL, or uses more of it than a simulation has."""


AGGREGATIONS: Final = frozenset({"sum", "min", "max", "avg", "count"})
FUNCTIONS: Final = {"vector": 1, "abs": 1, "ceil": 1, "floor": 1, "clamp_min": 2, "clamp_max": 2}
_LEVELS: Final = (
    ("or",),
    ("==", "!=", ">=", "<=", ">", "<"),
    ("+", "-"),
    ("*", "/", "%"),
)
_TOKEN: Final = re.compile(
    r"""\s*(?:\#[^\n]*\s*)*(?:(?P<duration>(?:\d+(?:ms|[smhdwy]))+)|(?P<number>(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?(?![\w.]))|(?P<word>[a-zA-Z_:][\w:]*)"""
    r"""|(?P<string>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`[^`]*`)|(?P<sign>=~|!~|==|!=|>=|<=|[-+*/%^(){}\[\],=<>@]))""",
    re.ASCII,
)
_NUMBER: Final = re.compile(r"(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?", re.ASCII)
_END: Final = ""


def parse_promql(text: str) -> Expression:
    """The query's expression. Raises BeyondThisPromQL, saying what of it is too much."""
    parser = _Parser(_tokens(text))
    expression = parser.expression(0)
    if parser.upcoming != _END:
        raise BeyondThisPromQL(f"{parser.upcoming!r} is more PromQL than a simulation has, in {text!r}")
    return expression


def _tokens(text: str) -> list[str]:
    tokens, position = [], 0
    text = text.rstrip()
    while position < len(text):
        found = _TOKEN.match(text, position)
        if found is None:
            raise BeyondThisPromQL(f"{text[position:].strip()!r} can't be read")
        tokens.append(found[found.lastgroup or 0])
        position = found.end()
    return tokens


class _Parser:
    """Recursive descent, one method per construct."""

    def __init__(self, tokens: list[str]) -> None:
        self._tokens = [*tokens, _END]
        self._at = 0

    @property
    def upcoming(self) -> str:
        return self._tokens[self._at]

    def expression(self, level: int) -> Expression:
        """All binary operators of this level and tighter ones; each level binds to the left."""
        if level == len(_LEVELS):
            return self._unary()
        left = self.expression(level + 1)
        while self.upcoming in _LEVELS[level]:
            operator = self._take()
            if self.upcoming in {"on", "ignoring", "bool"}:
                raise BeyondThisPromQL(f"`{self.upcoming}` after {operator!r}: a simulation matches all labels only")
            left = Binary(operator=operator, left=left, right=self.expression(level + 1))
        return left

    def _unary(self) -> Expression:
        if self.upcoming in {"+", "-"}:
            sign = -1.0 if self._take() == "-" else 1.0
            return Binary(operator="*", left=self._unary(), right=Number(value=sign))
        if self.upcoming == "(":
            self._take()
            inner = self.expression(0)
            self._expect(")")
            return inner
        if _NUMBER.fullmatch(self.upcoming):
            return Number(value=float(self._take()))
        return self._named()

    def _named(self) -> Expression:
        if self.upcoming == "{":
            return Selector(matchers=self._matchers())
        name = self._take()
        if not re.fullmatch(r"[a-zA-Z_:][\w:]*", name, re.ASCII):
            raise BeyondThisPromQL(f"{name!r} can't stand here" if name else "the query ends too early")
        if name in AGGREGATIONS and self.upcoming in {"(", "by", "without"}:
            return self._aggregation(name)
        if self.upcoming == "(":
            return self._call(name)
        named = LabelIs(label="__name__", value=name, regex=False, negated=False)
        return Selector(matchers=(named, *(self._matchers() if self.upcoming == "{" else ())))

    def _aggregation(self, operator: str) -> Aggregation:
        grouping = self._grouping()
        self._expect("(")
        inner = self.expression(0)
        self._expect(")")
        word, labels = grouping or self._grouping() or ("by", ())
        return Aggregation(operator=operator, labels=labels, without=word == "without", inner=inner)

    def _grouping(self) -> tuple[str, tuple[str, ...]] | None:
        if self.upcoming not in {"by", "without"}:
            return None
        word, labels = self._take(), []
        self._expect("(")
        while self.upcoming != ")":
            labels.append(self._take())
            if self.upcoming == ",":
                self._take()
        self._expect(")")
        return word, tuple(labels)

    def _call(self, name: str) -> Call:
        if name not in FUNCTIONS:
            known = ", ".join(sorted({*FUNCTIONS, *AGGREGATIONS}))
            raise BeyondThisPromQL(f"there is no {name}() here, only {known}: list the series of its result instead")
        self._expect("(")
        arguments = [self.expression(0)]
        while self.upcoming == ",":
            self._take()
            arguments.append(self.expression(0))
        self._expect(")")
        if len(arguments) != FUNCTIONS[name]:
            raise BeyondThisPromQL(f"{name}() takes {FUNCTIONS[name]} arguments")
        return Call(name=name, arguments=tuple(arguments))

    def _matchers(self) -> tuple[LabelIs, ...]:
        self._expect("{")
        found = []
        while self.upcoming != "}":
            label, operator, literal = self._take(), self._take(), self._take()
            if operator not in {"=", "!=", "=~", "!~"} or literal[:1] not in {'"', "'", "`"}:
                raise BeyondThisPromQL(f"not a matcher: {label}{operator}{literal}")
            found.append(_matcher(label, operator, unquoted(literal)))
            if self.upcoming == ",":
                self._take()
        self._expect("}")
        return tuple(found)

    def _take(self) -> str:
        token = self.upcoming
        self._at = min(self._at + 1, len(self._tokens) - 1)
        return token

    def _expect(self, sign: str) -> None:
        token = self._take()
        if token != sign:
            raise BeyondThisPromQL(f"{repr(token) if token else 'the end'} stands where {sign!r} is needed")


def _matcher(label: str, operator: str, value: str) -> LabelIs:
    regex = operator.endswith("~")
    if regex:
        try:
            re2.compile(value)
        except re2.error as error:
            raise BeyondThisPromQL(f"{value!r} is no regular expression") from error
    return LabelIs(label=label, value=value, regex=regex, negated=operator.startswith("!"))
