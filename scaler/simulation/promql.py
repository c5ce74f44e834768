"""What does a query find among the scenario's series at a moment?"""

import math
import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, assert_never

from scaler.simulation.moments import Millis
from scaler.simulation.promql_tree import Aggregation, Binary, Call, Expression, Number, Selector
from scaler.simulation.scenario import Labels
from scaler.simulation.timeline import Amount, Failing, Timeline

LabelSet = tuple[tuple[str, str], ...]
Vector = tuple[tuple[LabelSet, str], ...]
"""Labels and the value's text; a scalar is one value without labels."""

_Values = dict[LabelSet, float]
_NAME: Final = "__name__"


@dataclass(frozen=True, slots=True, kw_only=True)
class Failed:
    """A series that the query reads can't be read at this moment."""

    message: str


class _SeriesFailing(Exception):
    """Ends an evaluation early: one series that fails spoils the query."""


def evaluate(expression: Expression, series: Mapping[Labels, Timeline], now: Millis) -> Vector | Failed:
    """The vector that the expression is at `now`. A series read as it is keeps its value's very text."""
    try:
        found = _Evaluation(series, now).of(expression)
    except _SeriesFailing as error:
        return Failed(message=str(error))
    values = {(): found} if isinstance(found, float) else found
    return tuple((labels, _text(value)) for labels, value in values.items())


def matching(selector: Selector, series: Labels) -> bool:
    labels = dict(series.labels) | {_NAME: series.name}
    return all(matcher.holds(labels.get(matcher.label, "")) for matcher in selector.matchers)


class _Evaluation:
    def __init__(self, series: Mapping[Labels, Timeline], now: Millis) -> None:
        self._series = series
        self._now = now

    def of(self, expression: Expression) -> float | _Values:
        match expression:
            case Number():
                return expression.value
            case Selector():
                return self._selected(expression)
            case Aggregation():
                return _aggregated(expression, _vector(self.of(expression.inner)))
            case Call():
                return self._called(expression)
            case Binary():
                return _combined(expression.operator, self.of(expression.left), self.of(expression.right))
            case _ as unreachable:
                assert_never(unreachable)

    def _selected(self, selector: Selector) -> _Values:
        found: _Values = {}
        for series, timeline in self._series.items():
            if not matching(selector, series):
                continue
            state = timeline.at(self._now)
            if isinstance(state, Failing):
                raise _SeriesFailing(state.message)
            if isinstance(state, Amount):
                found[(*series.labels, (_NAME, series.name))] = float(state.text)
        return found

    def _called(self, call: Call) -> _Values:
        first, *rest = (self.of(argument) for argument in call.arguments)
        if call.name == "vector":
            return _vector(first)
        limit = rest[0] if rest and isinstance(rest[0], float) else 0.0
        function = _FUNCTIONS[call.name]
        return {_nameless(labels): function(value, limit) for labels, value in _vector(first).items()}


def _vector(found: float | _Values) -> _Values:
    return {(): found} if isinstance(found, float) else found


def _aggregated(aggregation: Aggregation, values: _Values) -> _Values:
    groups: dict[LabelSet, list[float]] = {}
    for labels, value in values.items():
        kept = tuple(
            (label, text)
            for label, text in labels
            if label != _NAME and (label in aggregation.labels) is not aggregation.without
        )
        groups.setdefault(kept, []).append(value)
    return {labels: _AGGREGATIONS[aggregation.operator](group) for labels, group in groups.items()}


def _combined(sign: str, left: float | _Values, right: float | _Values) -> float | _Values:
    if sign == "or":
        ours = _vector(left)
        known = {_nameless(labels) for labels in ours}
        return ours | {key: value for key, value in _vector(right).items() if _nameless(key) not in known}
    if isinstance(left, float) and isinstance(right, float):
        return float(_OPERATORS[sign](left, right))
    if isinstance(right, float):
        return _kept(sign, {labels: (value, right) for labels, value in _vector(left).items()}, 0)
    if isinstance(left, float):
        return _kept(sign, {labels: (left, value) for labels, value in right.items()}, 1)
    others = {_nameless(labels): value for labels, value in right.items()}
    pairs = {key: (value, others[_nameless(key)]) for key, value in left.items() if _nameless(key) in others}
    return _kept(sign, pairs, 0)


def _kept(sign: str, pairs: dict[LabelSet, tuple[float, float]], vector_side: int) -> _Values:
    """A comparison keeps the vector's values for which it is true; arithmetic makes new ones, without a name."""
    apply = _OPERATORS[sign]
    if sign in _COMPARISONS:
        return {labels: pair[vector_side] for labels, pair in pairs.items() if apply(*pair)}
    return {_nameless(labels): float(apply(*pair)) for labels, pair in pairs.items()}


def _nameless(labels: LabelSet) -> LabelSet:
    return tuple(label for label in labels if label[0] != _NAME)


def _text(value: float) -> str:
    """As Prometheus prints it."""
    if math.isnan(value):
        return "NaN"
    if math.isinf(value):
        return "+Inf" if value > 0 else "-Inf"
    return str(int(value)) if value == int(value) else repr(value)


def _divided(left: float, right: float) -> float:
    """IEEE's division, which Python refuses for zero."""
    if right != 0:
        return left / right
    return math.nan if left == 0 or math.isnan(left) else math.copysign(math.inf, left) * math.copysign(1.0, right)


def _remainder(left: float, right: float) -> float:
    return math.nan if right == 0 or math.isinf(left) else math.fmod(left, right)


_AGGREGATIONS: Final[dict[str, Callable[[list[float]], float]]] = {
    "sum": math.fsum,
    "min": min,
    "max": max,
    "avg": lambda group: math.fsum(group) / len(group),
    "count": lambda group: float(len(group)),
}
_FUNCTIONS: Final[dict[str, Callable[[float, float], float]]] = {
    "abs": lambda value, _: abs(value),
    "ceil": lambda value, _: float(math.ceil(value)) if math.isfinite(value) else value,
    "floor": lambda value, _: float(math.floor(value)) if math.isfinite(value) else value,
    "clamp_min": max,
    "clamp_max": min,
}
_COMPARISONS: Final = frozenset({"==", "!=", ">", "<", ">=", "<="})
_OPERATORS: Final[dict[str, Callable[[float, float], float]]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": _divided,
    "%": _remainder,
    "==": operator.eq,
    "!=": operator.ne,
    ">": operator.gt,
    "<": operator.lt,
    ">=": operator.ge,
    "<=": operator.le,
}
