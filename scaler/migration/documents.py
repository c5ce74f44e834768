"""What does an object say? Fields of JSON as the API server sent it, so that nothing unknown is lost on the way."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

Document = Mapping[str, object]
"""An object of any kind, as JSON."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SaidCondition:
    """One condition of an object's status."""

    status: str
    reason: str
    message: str


def at(document: object, *path: str) -> object:
    """The field at `path`, None if it or one of its parents isn't there."""
    found = document
    for name in path:
        if not isinstance(found, Mapping):
            return None
        found = found.get(name)
    return found


def text_at(document: object, *path: str) -> str:
    found = at(document, *path)
    return found if isinstance(found, str) else ""


def count_at(document: object, *path: str) -> int | None:
    found = at(document, *path)
    return found if isinstance(found, int) and not isinstance(found, bool) else None


def mapping_at(document: object, *path: str) -> Document:
    """The block at `path`, empty if there is none."""
    found = at(document, *path)
    return found if isinstance(found, Mapping) else {}


def texts_at(document: object, *path: str) -> dict[str, str]:
    """Labels, annotations and the like."""
    return {str(name): str(value) for name, value in mapping_at(document, *path).items()}


def items_at(document: object, *path: str) -> tuple[object, ...]:
    """The list at `path`, empty if there is none."""
    found = at(document, *path)
    return tuple(found) if isinstance(found, list | tuple) else ()


def condition_of(document: object, kind: str) -> SaidCondition | None:
    """The condition of that type, None before it was first written."""
    for each in items_at(document, "status", "conditions"):
        if text_at(each, "type") == kind:
            return SaidCondition(
                status=text_at(each, "status"), reason=text_at(each, "reason"), message=text_at(each, "message")
            )
    return None


def is_true(document: object, kind: str) -> bool:
    """Does the condition of that type say True?"""
    found = condition_of(document, kind)
    return found is not None and found.status == "True"


def with_fields(document: Document, **fields: object) -> dict[str, object]:
    """The document with these fields; None takes one away."""
    changed = {**document, **fields}
    return {name: value for name, value in changed.items() if value is not None}


def nested(path: Sequence[str], value: object) -> dict[str, object]:
    """A document that has nothing but the value at `path`, which is not empty."""
    outer, *inner = path
    return {outer: nested(inner, value) if inner else value}
