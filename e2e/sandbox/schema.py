"""What a custom resource's OpenAPI schema makes of an object: unknown fields go, defaults come, lists get a shape.

`x-kubernetes-validations` (CEL) is not evaluated, nor are allOf, anyOf, oneOf, not and embedded resources; what is
checked is in schema_validation.py.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from e2e.sandbox.resources import ListShapes

Schema = Mapping[str, Any]


def prune(schema: Schema, value: object) -> object:
    """The value without fields that the schema does not know, as the raw API drops them."""
    if isinstance(value, list):
        items = schema.get("items")
        return [prune(items, item) for item in value] if items else value
    if not isinstance(value, dict):
        return value
    known = schema.get("properties", {})
    additional = schema.get("additionalProperties")
    keeps_unknown = bool(additional) or bool(schema.get("x-kubernetes-preserve-unknown-fields"))
    pruned = {}
    for key, below in value.items():
        if key in known:
            pruned[key] = prune(known[key], below)
        elif keeps_unknown:
            pruned[key] = prune(additional, below) if isinstance(additional, dict) else below
    return pruned


def unknown_fields(schema: Schema, value: object, path: str = "") -> Iterator[str]:
    """The paths of what `prune` would drop, for a strict request."""
    if isinstance(value, list):
        for index, item in enumerate(value):
            yield from unknown_fields(schema.get("items", {}), item, f"{path}[{index}]")
    elif isinstance(value, dict) and not schema.get("x-kubernetes-preserve-unknown-fields"):
        known, additional = schema.get("properties", {}), schema.get("additionalProperties")
        for key, below in value.items():
            place = f"{path}.{key}" if path else key
            if key in known:
                yield from unknown_fields(known[key], below, place)
            elif isinstance(additional, dict):
                yield from unknown_fields(additional, below, place)
            elif not additional:
                yield place


def with_defaults(schema: Schema, value: object) -> object:
    """The value with each missing field that has a default, also inside of what a default brought."""
    if isinstance(value, list):
        items = schema.get("items")
        return [with_defaults(items, item) for item in value] if items else value
    if not isinstance(value, dict):
        return value
    filled = dict(value)
    for key, below in schema.get("properties", {}).items():
        if "default" in below and _is_missing(filled, key, below):
            filled[key] = below["default"]
        if key in filled:
            filled[key] = with_defaults(below, filled[key])
    additional = schema.get("additionalProperties")
    if isinstance(additional, dict):
        known = schema.get("properties", {})
        filled |= {key: with_defaults(additional, below) for key, below in filled.items() if key not in known}
    return filled


def list_shapes(schema: Schema) -> ListShapes:
    """Which lists of a schema are maps by some key, for server-side apply and managedFields."""
    return ListShapes(by_path=dict(_keyed_lists(schema, ())))


def _is_missing(document: Mapping[str, object], key: str, schema: Schema) -> bool:
    if key not in document:
        return True
    return document[key] is None and not schema.get("nullable")


def _keyed_lists(schema: Schema, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
    if schema.get("x-kubernetes-list-type") == "map":
        yield path, tuple(schema.get("x-kubernetes-list-map-keys", ()))
    for key, below in schema.get("properties", {}).items():
        yield from _keyed_lists(below, (*path, key))
    if isinstance(schema.get("items"), dict):
        yield from _keyed_lists(schema["items"], path)
