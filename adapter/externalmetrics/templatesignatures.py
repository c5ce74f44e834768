"""Which values does a function of a template take, and what does it give? Known before anything is filled in."""

from types import MappingProxyType

from adapter.externalmetrics.templateformats import FormatError, check_format
from adapter.externalmetrics.templatekinds import (
    Call,
    EveryLabel,
    EveryParameter,
    Expression,
    Function,
    Kind,
    LabelValues,
    Literal,
    kind_of,
)


class SignatureError(ValueError):
    """A function that would fail on its values whatever they are: why, and what it takes."""


def call_of(function: Function, arguments: tuple[Expression, ...]) -> Expression:
    """The call, or what it comes to already. Raises SignatureError."""
    least, most = _COUNTS[function]
    if not least <= len(arguments) <= most:
        count = f"{least}" if least == most else f"at least {least}"
        raise SignatureError(f"{function.value} takes {count} values")
    kinds = tuple(map(kind_of, arguments))
    match function:
        case Function.INDEX:
            return _index(arguments, kinds)
        case Function.LEN:
            _require(f"len measures a text or a collection, not {kinds[0].value}", holds=kinds[0] in _MEASURED)
        case Function.SLICE:
            wanted = (Kind.TEXT, Kind.NUMBER, Kind.NUMBER)
            _require("slice takes a text, where it begins and where it ends", holds=all(map(_fits, kinds, wanted)))
        case Function.EQ | Function.NE | Function.LT | Function.LE | Function.GT | Function.GE:
            _check_comparison(function, kinds)
        case Function.PRINTF:
            _check_format(arguments, kinds)
        case Function.AND | Function.OR | Function.NOT:
            pass
        case _:
            _require(f"{function.value} takes texts and numbers", holds=all(kind in _PRINTED for kind in kinds))
    return Call(function=function, arguments=arguments, kind=_result(function, kinds))


def _index(arguments: tuple[Expression, ...], kinds: tuple[Kind, ...]) -> Expression:
    if len(arguments) == 1:
        return arguments[0]
    if kinds[0] is Kind.GROUPS:
        raise SignatureError(".GroupBySlice is always empty for an external metric: it has no first element")
    match arguments:
        case (EveryLabel(), Literal(value=str() as label)):
            return LabelValues(label)
        case (EveryParameter() as table, Literal(value=str() as name)):
            text = table.named(name)
            if text is None:
                raise SignatureError(table.unknown(name))
            return text
        case (EveryLabel(), _) if _fits(kinds[1], Kind.TEXT):
            return Call(function=Function.INDEX, arguments=arguments, kind=Kind.TEXT)
        case _:
            raise SignatureError("index takes the value of a label out of .LabelValuesByName")


def _check_comparison(function: Function, kinds: tuple[Kind, ...]) -> None:
    comparable = _BASIC if function in {Function.EQ, Function.NE} else _ORDERED
    _require(f"{function.value} compares texts or numbers", holds=all(kind in comparable for kind in kinds))
    others = {kind for kind in kinds if kind is not Kind.ANY}
    _require(
        f"{function.value} compares values of one kind, not {' and '.join(sorted(others))}", holds=len(others) <= 1
    )


def _check_format(arguments: tuple[Expression, ...], kinds: tuple[Kind, ...]) -> None:
    match arguments[0]:
        case Literal(value=str() as text):
            try:
                check_format(text, kinds[1:])
            except FormatError as error:
                raise SignatureError(f"printf: {error}") from error
        case _:
            raise SignatureError("printf needs a format in quotes")


def _result(function: Function, kinds: tuple[Kind, ...]) -> Kind:
    if function in {Function.AND, Function.OR}:
        return kinds[0] if len(set(kinds)) == 1 and kinds[0] in _BASIC else Kind.ANY
    return _RESULTS.get(function, Kind.TEXT)


def _fits(kind: Kind, wanted: Kind) -> bool:
    return kind in {wanted, Kind.ANY}


def _require(text: str, *, holds: bool) -> None:
    if not holds:
        raise SignatureError(text)


_BASIC = frozenset({Kind.TEXT, Kind.NUMBER, Kind.BOOL, Kind.ANY})
_ORDERED = _BASIC - {Kind.BOOL}
_PRINTED = _BASIC
_MEASURED = frozenset({Kind.TEXT, Kind.LABELS, Kind.GROUPS, Kind.PARAMETERS, Kind.ANY})
_MANY = 1_000
_COUNTS = MappingProxyType(
    dict.fromkeys(Function, (0, _MANY))
    | dict.fromkeys((Function.NE, Function.LT, Function.LE, Function.GT, Function.GE), (2, 2))
    | dict.fromkeys((Function.AND, Function.OR, Function.PRINTF, Function.INDEX), (1, _MANY))
    | {Function.NOT: (1, 1), Function.LEN: (1, 1), Function.EQ: (2, _MANY), Function.SLICE: (1, 3)}
)
_RESULTS = MappingProxyType(
    dict.fromkeys((Function.EQ, Function.NE, Function.LT, Function.LE, Function.GT, Function.GE), Kind.BOOL)
    | {Function.NOT: Kind.BOOL, Function.LEN: Kind.NUMBER}
)
