"""Is this PromQL? Parsed without a server; what the parser can't judge is left open."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

import promql_parser
import re2
from promql_parser import Expr, Function, MatrixSelector, StringLiteral, SubqueryExpr, ValueType

from adapter.externalmetrics.naming import compiled_pattern

__all__ = ["Expr", "NotPromql", "Undecided", "every", "has_range_without_unit", "parsed", "wrong_result_of"]


@dataclass(frozen=True, slots=True, kw_only=True)
class NotPromql:
    """Text that no Prometheus takes, and why, in the parser's words."""

    text: str


@dataclass(frozen=True, slots=True)
class Undecided:
    """Text that Prometheus may take, though the parser doesn't."""


def parsed(promql: str) -> Expr | NotPromql | Undecided:
    """The expression that `promql` is."""
    try:
        expression: Expr = promql_parser.parse(promql)
    except ValueError as error:
        text = str(error)
        regex = _ILLEGAL_REGEX.fullmatch(text)
        return Undecided() if regex is not None and _is_re2(regex["regex"]) else NotPromql(text=text)
    return expression


def wrong_result_of(expression: Expr) -> str | None:
    """What the expression answers, if that is neither a vector nor a scalar."""
    match expression:
        case MatrixSelector() | SubqueryExpr():
            return "a matrix"
        case StringLiteral():
            return "a string"
        case _:
            return None


def has_range_without_unit(promql: str) -> bool:
    """Whether a range is a mere number, `[300]`: Prometheus 3 takes it for seconds, Prometheus 2 refuses it."""
    return _UNITLESS.search(_STRING.sub('""', promql)) is not None


def every(expression: Expr) -> Iterator[Expr]:
    """The expression and all within it."""
    found: list[Expr] = []
    promql_parser.walk(expression, found.append)
    return iter(found)


def _is_re2(text: str) -> bool:
    """Prometheus' expressions are RE2; the parser's own engine knows a little less."""
    try:
        compiled_pattern(text)
    except re2.error:
        return False
    return True


_STRING = re.compile(r""""(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`[^`]*`|#[^\n]*""")
_UNITLESS = re.compile(r"\[\s*\d+\s*[\]:]")
_ILLEGAL_REGEX = re.compile(r"illegal regex for (?P<regex>.*)", re.DOTALL)
# Prometheus 2 has it, Prometheus 3 calls it double_exponential_smoothing.
promql_parser.register_extra_functions(
    [Function("holt_winters", [ValueType.Matrix, ValueType.Scalar, ValueType.Scalar], ValueType.Vector)]
)
