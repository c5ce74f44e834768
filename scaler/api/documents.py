"""Which autoscaler does a manifest describe? A YAML or JSON document, as a user wrote it, to the wire structs."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import UnionType
from typing import Annotated, get_args, get_origin

import msgspec

from scaler.api.kinds import AutoscalerKind
from scaler.api.quantities import DecodeError
from scaler.api.wire import WireStruct
from scaler.api.wire_object import WireAutoscaler


@dataclass(frozen=True, slots=True, kw_only=True)
class Manifest:
    """`unknown_fields` are paths that no struct has: an API server drops them, kubectl refuses them."""

    kind: AutoscalerKind
    wire: WireAutoscaler
    unknown_fields: tuple[str, ...]


def read_manifest(document: object) -> Manifest:
    """The autoscaler a document describes. Raises DecodeError for another kind, or a field of the wrong type."""
    if not isinstance(document, Mapping):
        raise DecodeError(field="manifest", problem="not an object", fix="write apiVersion, kind, metadata and spec")
    kind = kind_of(document)
    plain = without_nulls(document)
    try:
        wire = msgspec.convert(plain, WireAutoscaler)
    except msgspec.ValidationError as error:
        raise _misfit(str(error), kind) from error
    unknown = list(_unknown_fields(plain, WireAutoscaler, ""))
    if wire.spec.zero is not None and not kind.has_zero_block:
        unknown.append("spec.zero")
    return Manifest(kind=kind, wire=wire, unknown_fields=tuple(unknown))


def kind_of(document: Mapping[str, object]) -> AutoscalerKind:
    """The kind that `apiVersion` and `kind` name. Raises DecodeError, naming the kinds there are, for any other."""
    named = (document.get("apiVersion"), document.get("kind"))
    for kind in AutoscalerKind:
        if named == (kind.api_version, kind.kind):
            return kind
    known = " or ".join(f"apiVersion: {kind.api_version} with kind: {kind.kind}" for kind in AutoscalerKind)
    raise DecodeError(field="kind", problem=f"{named[0]} {named[1]} is no autoscaler", fix=f"write {known}")


def without_nulls(value: object) -> object:
    """The same without the fields that are null: to the API they are fields that aren't there."""
    match value:
        case dict():
            return {key: without_nulls(inner) for key, inner in value.items() if inner is not None}
        case list():
            return [without_nulls(inner) for inner in value]
        case _:
            return value


def _misfit(text: str, kind: AutoscalerKind) -> DecodeError:
    """Msgspec says `Expected ... - at `$.spec.path``; the place goes first."""
    problem, _, place = text.partition(" - at `$")
    field = place.strip("`").lstrip(".") or "manifest"
    explained = re.sub(r"\[[^\]]*\]", "", field)
    short = "zpa" if kind is AutoscalerKind.ZERO_POD_AUTOSCALER else "hpa"
    return DecodeError(field=field, problem=problem.lower(), fix=f"see `kubectl explain {short}.{explained}`")


def _unknown_fields(value: object, expected: object, path: str) -> Iterator[str]:
    struct, items = _shape(expected)
    if isinstance(value, list) and items is not None:
        for index, inner in enumerate(value):
            yield from _unknown_fields(inner, items, f"{path}[{index}]")
    if not isinstance(value, dict) or struct is None:
        return
    known = {field.encode_name: field.type for field in msgspec.structs.fields(struct)}
    for name, inner in value.items():
        if name in known:
            yield from _unknown_fields(inner, known[name], f"{path}.{name}".lstrip("."))
        else:
            yield f"{path}.{name}".lstrip(".")


def _shape(expected: object) -> tuple[type[WireStruct] | None, object]:
    """The struct among the alternatives of a type, and what the items of a list among them are."""
    alternatives = get_args(expected) if isinstance(expected, UnionType) else (expected,)
    struct: type[WireStruct] | None = None
    items: object = None
    for one in alternatives:
        if get_origin(one) is tuple:
            items = get_args(one)[0]
        elif get_origin(one) is not Annotated and isinstance(one, type) and issubclass(one, WireStruct):
            struct = one
    return struct, items
