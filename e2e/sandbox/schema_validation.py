"""Whether a value keeps to its schema: type, nullable, required, enum, bounds, lengths, pattern and common formats."""

import re
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from functools import lru_cache
from typing import Any

from e2e.sandbox.documents import encode

Problem = tuple[str, str, str]
"""Field, reason and message, as a Status names its causes."""
_INTEGER_BITS = {"int32": 31, "int64": 63}


def problems(schema: Mapping[str, Any], value: object, path: str = "") -> Iterator[Problem]:
    """Everything that is wrong with a value, in the words of apimachinery's field errors."""
    if value is None and schema.get("nullable"):
        return
    expected = "int-or-string" if schema.get("x-kubernetes-int-or-string") else schema.get("type", "")
    if not _TYPE_TESTS[expected](value):
        message = (
            f'Invalid value: "{_type_name(value)}": {path} in body must be of type {expected}: "{_type_name(value)}"'
        )
        yield path, "FieldValueTypeInvalid", message
        return
    if "enum" in schema and value not in schema["enum"]:
        supported = ", ".join(f'"{each}"' for each in schema["enum"])
        yield path, "FieldValueNotSupported", f"Unsupported value: {_shown(value)}: supported values: {supported}"
    yield from _inner_problems(schema, value, path)


def _inner_problems(schema: Mapping[str, Any], value: object, path: str) -> Iterator[Problem]:
    if isinstance(value, dict):
        yield from _object_problems(schema, value, path)
    elif isinstance(value, list):
        yield from _length_problems(schema, len(value), path, ("minItems", "maxItems", "items"))
        for index, item in enumerate(value):
            yield from problems(schema.get("items", {}), item, f"{path}[{index}]")
    elif isinstance(value, str):
        yield from _text_problems(schema, value, path)
    elif isinstance(value, int | float) and not isinstance(value, bool):
        yield from _number_problems(schema, value, path)


def _object_problems(schema: Mapping[str, Any], value: Mapping[str, object], path: str) -> Iterator[Problem]:
    yield from _length_problems(schema, len(value), path, ("minProperties", "maxProperties", "properties"))
    for key in schema.get("required", ()):
        if key not in value:
            yield _below(path, key), "FieldValueRequired", "Required value"
    known, additional = schema.get("properties", {}), schema.get("additionalProperties")
    for key, below in value.items():
        if key in known:
            yield from problems(known[key], below, _below(path, key))
        elif isinstance(additional, dict):
            yield from problems(additional, below, _below(path, key))


def _text_problems(schema: Mapping[str, Any], value: str, path: str) -> Iterator[Problem]:
    yield from _length_problems(schema, len(value), path, ("minLength", "maxLength", "chars long"))
    if "pattern" in schema and not _compiled(schema["pattern"]).search(value):
        message = f"Invalid value: {_shown(value)}: {path} in body should match '{schema['pattern']}'"
        yield path, "FieldValueInvalid", message
    if schema.get("format") == "date-time" and not _is_date_time(value):
        message = f"Invalid value: {_shown(value)}: {path} in body must be of type date-time: {_shown(value)}"
        yield path, "FieldValueInvalid", message


def _number_problems(schema: Mapping[str, Any], value: float, path: str) -> Iterator[Problem]:
    lowest, highest = schema.get("minimum"), schema.get("maximum")
    shown = _shown(value)
    if lowest is not None and (value < lowest or (value == lowest and schema.get("exclusiveMinimum"))):
        word = "greater than" if schema.get("exclusiveMinimum") else "greater than or equal to"
        yield path, "FieldValueInvalid", f"Invalid value: {shown}: {path} in body should be {word} {lowest}"
    if highest is not None and (value > highest or (value == highest and schema.get("exclusiveMaximum"))):
        word = "less than" if schema.get("exclusiveMaximum") else "less than or equal to"
        yield path, "FieldValueInvalid", f"Invalid value: {shown}: {path} in body should be {word} {highest}"
    bits = _INTEGER_BITS.get(schema.get("format", ""))
    if bits and not -(2**bits) <= value < 2**bits:
        message = f"Invalid value: {shown}: {path} in body must be of type {schema['format']}: {shown}"
        yield path, "FieldValueInvalid", message


def _length_problems(
    schema: Mapping[str, Any], length: int, path: str, words: tuple[str, str, str]
) -> Iterator[Problem]:
    lowest, highest, noun = words
    if length < schema.get(lowest, 0):
        message = f"Invalid value: {length}: {path} in body should have at least {schema[lowest]} {noun}"
        yield path, "FieldValueInvalid", message
    if highest in schema and length > schema[highest]:
        yield path, "FieldValueTooLong", f"Too long: may not be more than {schema[highest]} {noun}"


def _is_integer(value: object) -> bool:
    return _is_number(value) and float(str(value)).is_integer()


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


_TYPE_TESTS: Mapping[str, Callable[[object], bool]] = {
    "object": lambda value: isinstance(value, dict),
    "array": lambda value: isinstance(value, list),
    "string": lambda value: isinstance(value, str),
    "boolean": lambda value: isinstance(value, bool),
    "integer": _is_integer,
    "number": _is_number,
    "int-or-string": lambda value: isinstance(value, str) or (isinstance(value, int) and not isinstance(value, bool)),
    "": lambda _: True,
}


def _type_name(value: object) -> str:
    names = {dict: "object", list: "array", str: "string", bool: "boolean", int: "integer", float: "number"}
    return names.get(type(value), "null")


def _below(path: str, key: str) -> str:
    return f"{path}.{key}" if path else key


def _shown(value: object) -> str:
    return encode(value).decode()


def _is_date_time(value: str) -> bool:
    try:
        return datetime.fromisoformat(value).tzinfo is not None
    except ValueError:
        return False


@lru_cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)
