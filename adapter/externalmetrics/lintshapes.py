"""What will a query's answer be like? How many series, and what becomes of it when there is nothing to count."""

from datetime import timedelta
from enum import StrEnum

from promql_parser import (
    AggModifierType,
    AggregateExpr,
    BinaryExpr,
    Call,
    Expr,
    MatrixSelector,
    NumberLiteral,
    ParenExpr,
    StringLiteral,
    SubqueryExpr,
    UnaryExpr,
    VectorMatchCardinality,
)

from adapter.externalmetrics.lintpromql import every


class Emptied(StrEnum):
    """What leaves an answer without a series."""

    BY_NO_SERIES = "no series"
    BY_COMPARISON = "a comparison"


def emptied_by(expression: Expr) -> Emptied | None:
    """What leaves the answer empty when what is counted is zero or gone; None for one that is never empty then."""
    match expression:
        case NumberLiteral() | StringLiteral():
            return None
        case AggregateExpr() | ParenExpr() | UnaryExpr() | SubqueryExpr():
            return emptied_by(expression.expr)
        case BinaryExpr():
            return _binary_emptied_by(expression)
        case Call():
            if expression.func.name in _NEVER_EMPTY or not expression.args:
                return None
            return next((why for one in expression.args if (why := emptied_by(one)) is not None), None)
        case _:
            return Emptied.BY_NO_SERIES


def has_many_series(expression: Expr) -> bool:
    """Whether the answer has a series for each of what is counted, as no aggregation says how they come to one."""
    match expression:
        case NumberLiteral() | StringLiteral():
            return False
        case ParenExpr() | UnaryExpr() | SubqueryExpr():
            return has_many_series(expression.expr)
        case AggregateExpr():
            return _aggregate_has_many(expression)
        case BinaryExpr():
            return _binary_has_many(expression)
        case Call():
            return expression.func.name not in _ONE_SERIES and any(map(has_many_series, expression.args))
        case _:
            return True


def short_range_of(expression: Expr, scrape_interval: timedelta) -> str | None:
    """The first function whose range may hold too few samples, as `rate[15s]`."""
    for call in every(expression):
        if isinstance(call, Call):
            least = scrape_interval * (2 if call.func.name in _TAKES_TWO_SAMPLES else 1)
            ranges = (one.range for one in call.args if isinstance(one, MatrixSelector))
            short = next((length for length in ranges if length < least), None)
            if short is not None:
                return f"{call.func.name}[{short.total_seconds():g}s]"
    return None


def divides_by_what_may_be_zero(expression: Expr) -> bool:
    """Whether something is divided by a vector that nothing keeps from being zero: 0/0 is NaN."""
    return any(
        isinstance(one, BinaryExpr) and str(one.op) == "/" and not _is_never_zero(one.rhs) for one in every(expression)
    )


def _binary_emptied_by(binary: BinaryExpr) -> Emptied | None:
    operator, left, right = str(binary.op), emptied_by(binary.lhs), emptied_by(binary.rhs)
    if operator == "or":
        return left if right is not None else None
    if operator == "unless":
        return left or Emptied.BY_COMPARISON
    if operator in _COMPARISONS and not (binary.modifier and binary.modifier.return_bool):
        return left if _holds_at_zero(operator, binary.rhs) else Emptied.BY_COMPARISON
    return left or right


def _holds_at_zero(operator: str, right: Expr) -> bool:
    limit = right.val if isinstance(right, NumberLiteral) else None
    if limit is None:
        return False
    holding = {">": limit < 0, ">=": limit <= 0, "<": limit > 0, "<=": limit >= 0, "!=": limit != 0, "==": limit == 0}
    return holding[operator]


def _aggregate_has_many(aggregate: AggregateExpr) -> bool:
    operator, modifier = str(aggregate.op), aggregate.modifier
    if operator in _KEEPS_SERIES:
        is_one = isinstance(aggregate.param, NumberLiteral) and aggregate.param.val == 1 and modifier is None
        return not is_one and has_many_series(aggregate.expr)
    if operator in _ADD_UP or modifier is None:
        return False
    names_instances = not _OF_ONE_INSTANCE.isdisjoint(modifier.labels)
    return names_instances if modifier.type == AggModifierType.By else not names_instances


def _binary_has_many(binary: BinaryExpr) -> bool:
    left, right = has_many_series(binary.lhs), has_many_series(binary.rhs)
    operator = str(binary.op)
    if operator in {"and", "unless"}:
        return left
    if operator == "or" or _is_scalar(binary.lhs) or _is_scalar(binary.rhs):
        return left or right
    modifier = binary.modifier
    if modifier is not None and modifier.card != VectorMatchCardinality.OneToOne:
        return left or right
    return left and right


def _is_scalar(expression: Expr) -> bool:
    match expression:
        case NumberLiteral():
            return True
        case ParenExpr() | UnaryExpr():
            return _is_scalar(expression.expr)
        case Call():
            return expression.func.name in _SCALARS
        case BinaryExpr():
            return _is_scalar(expression.lhs) and _is_scalar(expression.rhs)
        case _:
            return False


def _is_never_zero(divisor: Expr) -> bool:
    match divisor:
        case ParenExpr():
            return _is_never_zero(divisor.expr)
        case Call() if divisor.func.name in {"clamp_min", "clamp"}:
            return True
        case AggregateExpr() if str(divisor.op) in {"count", "group"}:
            return True  # over nothing it is nothing
        case _:
            return _is_scalar(divisor) or emptied_by(divisor) is Emptied.BY_COMPARISON


_COMPARISONS = frozenset({"==", "!=", ">", "<", ">=", "<="})
_SCALARS = frozenset({"scalar", "time", "pi"})
# Without a series, `absent` answers 1.
_NEVER_EMPTY = _SCALARS | {"vector", "absent", "absent_over_time"}
_ONE_SERIES = _NEVER_EMPTY
_KEEPS_SERIES = frozenset({"topk", "bottomk", "limitk", "limit_ratio", "count_values"})
_ADD_UP = frozenset({"sum", "count", "group"})
_OF_ONE_INSTANCE = frozenset({"pod", "instance", "container", "node", "endpoint"})
_TAKES_TWO_SAMPLES = frozenset(
    {"rate", "irate", "increase", "delta", "idelta", "deriv", "predict_linear"}
    | {"holt_winters", "double_exponential_smoothing"}
)
