"""What an object is here: the decoded JSON itself, since a stand-in holds kinds that it knows nothing about.

A stored document is never changed in place: every write builds a new one, which may share parts with the old.
"""

from collections.abc import Mapping
from typing import Any

import msgspec
import yaml

from e2e.sandbox.failures import bad_request

Document = dict[str, Any]
_ENCODER = msgspec.json.Encoder()
_DECODER = msgspec.json.Decoder()


def encode(value: object) -> bytes:
    """The JSON of a document, compact, keys in their order."""
    return _ENCODER.encode(value)


def decode(body: bytes) -> Document:
    """The document in a request's body, JSON or YAML; anything else raises a 400 Status."""
    try:
        value = _DECODER.decode(body)
    except msgspec.DecodeError:
        value = _from_yaml(body)
    if not isinstance(value, dict):
        raise bad_request("the object provided is unrecognized (must be of type object)")
    return value


def _from_yaml(body: bytes) -> object:
    try:
        # A YAML timestamp would become a datetime; BaseLoader would make every number text. JSON types only:
        return _json_types(yaml.safe_load(body))
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise bad_request(f"the object provided is unrecognized: {error}") from error


def _json_types(value: object) -> object:
    return msgspec.to_builtins(value, str_keys=True)


def text_at(document: Mapping[str, Any], *path: str) -> str:
    """The string at a path, empty when there is none or something else."""
    found = at(document, path)
    return found if isinstance(found, str) else ""


def at(document: object, path: tuple[str, ...]) -> object:
    """The value at a path of object keys, None when there is none."""
    value = document
    for key in path:
        if not isinstance(value, dict):
            return None
        value = value.get(key)
    return value


def with_value(document: Document, path: tuple[str, ...], value: object) -> Document:
    """The document with one value set, sharing everything else with the old one."""
    head, *rest = path
    if not rest:
        return {**document, head: value}
    below = document.get(head)
    return {**document, head: with_value(below if isinstance(below, dict) else {}, tuple(rest), value)}
