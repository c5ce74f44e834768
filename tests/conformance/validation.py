"""Does our validation answer as the real API server did? One verdict per recorded case."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from adapter.kube.quantity import parse_quantity
from scaler.api.defaults import default_spec
from scaler.api.documents import without_nulls
from scaler.api.encode import as_json
from scaler.api.field_errors import FieldError, status_message
from scaler.api.quantities import DecodeError
from scaler.api.validation import validate_spec
from scaler.api.wire import WireSpec

KIND = "HorizontalPodAutoscaler.autoscaling"
NAME = "worker"

IN_GO_MAP_ORDER = frozenset({"validation-000530", "validation-000791"})
"""A Go map is walked to name the surplus sources: the last two parts of these messages come in either order."""

AMOUNTS = frozenset({"value", "averageValue", "tolerance"})


def check_validation(cases: Iterable[Mapping[str, Any]]) -> Iterator[tuple[str, str | None]]:
    """Each case's id, with its first difference in one line, or None where we agree."""
    for case in cases:
        try:
            yield case["id"], first_difference(case)
        except (msgspec.ValidationError, DecodeError) as error:
            yield case["id"], f"recorded as read, ours refused it: {error}"


def first_difference(case: Mapping[str, Any]) -> str | None:
    new = _defaulted(case["spec"])
    old = None if case.get("oldSpec") is None else _defaulted(case["oldSpec"])
    errors = validate_spec(new, old=old, scale_to_zero_gate=case["scaleToZeroGate"])
    return (
        _difference("defaulted", case["defaulted"], _as_go_prints(as_json(new)))
        or _difference("errors", case["errors"], _as_recorded(errors))
        or _difference("statusMessage", case.get("statusMessage", ""), _message(case, errors))
    )


def _defaulted(spec: object) -> WireSpec:
    return default_spec(msgspec.convert(without_nulls(spec), WireSpec))


def _difference(place: str, recorded: object, ours: object) -> str | None:
    """The innermost first place where the two differ, in the order of what was recorded."""
    match recorded, ours:
        case dict(), dict():
            keys = [*recorded, *(key for key in ours if key not in recorded)]
            pairs = [(f"{place}.{key}", recorded.get(key), ours.get(key)) for key in keys]
        case list(), list() if len(recorded) == len(ours):
            pairs = [(f"{place}[{index}]", *pair) for index, pair in enumerate(zip(recorded, ours, strict=True))]
        case _:
            return None if recorded == ours else f"{place}: recorded {recorded!r}, ours {ours!r}"
    return next(filter(None, (_difference(*pair) for pair in pairs)), None)


def _as_go_prints(value: object) -> object:
    """Amounts in their normal form, and no empty lists."""
    match value:
        case dict():
            return {
                key: str(parse_quantity(str(inner)))
                if key in AMOUNTS and not isinstance(inner, int)
                else _as_go_prints(inner)
                for key, inner in value.items()
                if inner != []
            }
        case list():
            return [_as_go_prints(inner) for inner in value]
        case _:
            return value


def _as_recorded(errors: Iterable[FieldError]) -> list[dict[str, str]]:
    return [
        {"type": str(error.type), "field": error.field, "message": error.message} for error in sorted(errors, key=str)
    ]


def _message(case: Mapping[str, Any], errors: tuple[FieldError, ...]) -> str:
    """Our text; for the two cases in map order the recorded one, if ours is that with the last two parts swapped."""
    if not errors:
        return ""
    swapped = status_message(KIND, NAME, (*errors[:-2], *reversed(errors[-2:])))
    if case["id"] in IN_GO_MAP_ORDER and swapped == case["statusMessage"]:
        return swapped
    return status_message(KIND, NAME, errors)
