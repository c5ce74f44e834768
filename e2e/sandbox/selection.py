"""Which objects a list or watch is about: `labelSelector` and `fieldSelector`."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from e2e.sandbox.documents import Document, at
from e2e.sandbox.failures import bad_request
from e2e.sandbox.resources import ResourceType

_SET = re.compile(r"^(?P<key>\S+)\s+(?P<operator>in|notin)\s+\((?P<values>[^)]*)\)$")
_EQUALITY = re.compile(r"^(?P<key>[^\s=!<>]+)\s*(?P<operator>==|=|!=|>|<)\s*(?P<value>\S*)$")
_EXISTENCE = re.compile(r"^(?P<absent>!?)\s*(?P<key>[^\s=!<>,()]+)$")
_COMMA_OUTSIDE_PARENTHESES = re.compile(r",(?![^(]*\))")

LabelTest = Callable[[Mapping[str, str]], bool]


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    """Every condition of a request's selectors; without any, everything is selected."""

    labels: tuple[LabelTest, ...] = ()
    fields: tuple[tuple[tuple[str, ...], str, bool], ...] = ()

    def holds(self, document: Document) -> bool:
        labels = document["metadata"].get("labels") or {}
        return all(test(labels) for test in self.labels) and all(
            ((at(document, path) or "") == value) is equal for path, value, equal in self.fields
        )


def selection_of(query: Mapping[str, str], kind: ResourceType, name: str = "") -> Selection:
    """What a request selects; `name` is that of a watch on one object. Raises 400 on a selector nobody can read."""
    fields = list(_fields(query.get("fieldSelector", ""), kind))
    if name:
        fields.append((("metadata", "name"), name, True))
    return Selection(labels=label_tests(query.get("labelSelector", "")), fields=tuple(fields))


def label_tests(text: str) -> tuple[LabelTest, ...]:
    """One test for each requirement of a label selector in its string form."""
    parts = [part.strip() for part in _COMMA_OUTSIDE_PARENTHESES.split(text)]
    return tuple(_label_test(part) for part in parts if part)


def selector_text(selector: Mapping[str, object] | None) -> str:
    """The string form of a selector object, as a Scale's `status.selector` shows it."""
    parts = []
    labels = (selector or {}).get("matchLabels")
    if isinstance(labels, dict):
        parts += [(key, f"{key}={value}") for key, value in labels.items()]
    expressions = (selector or {}).get("matchExpressions")
    if isinstance(expressions, list):
        parts += [(str(each["key"]), _expression_text(each)) for each in expressions]
    return ",".join(text for _, text in sorted(parts))


def _expression_text(expression: Document) -> str:
    key, values = expression["key"], ",".join(sorted(expression.get("values") or ()))
    texts: dict[str, str] = {
        "In": f"{key} in ({values})",
        "NotIn": f"{key} notin ({values})",
        "Exists": key,
        "DoesNotExist": f"!{key}",
    }
    return texts[str(expression["operator"])]


def _label_test(part: str) -> LabelTest:
    if found := _SET.match(part):
        key, values = found["key"], {value.strip() for value in found["values"].split(",")}
        if found["operator"] == "in":
            return lambda labels: labels.get(key) in values
        return lambda labels: labels.get(key) not in values
    if found := _EQUALITY.match(part):
        return _comparison(found["key"], found["operator"], found["value"])
    if found := _EXISTENCE.match(part):
        key, absent = found["key"], bool(found["absent"])
        return lambda labels: (key in labels) is not absent
    raise bad_request(f"unable to parse requirement: {part}")


def _comparison(key: str, operator: str, value: str) -> LabelTest:
    if operator in {"=", "=="}:
        return lambda labels: labels.get(key) == value
    if operator == "!=":
        return lambda labels: labels.get(key) != value
    try:
        bound = int(value)
    except ValueError as error:
        raise bad_request(f"values: Invalid value: {value!r}: for 'Gt', 'Lt' the value must be an integer") from error
    if operator == ">":
        return lambda labels: labels.get(key, "").isdigit() and int(labels[key]) > bound
    return lambda labels: labels.get(key, "").isdigit() and int(labels[key]) < bound


def _fields(text: str, kind: ResourceType) -> list[tuple[tuple[str, ...], str, bool]]:
    allowed = {"metadata.name", "metadata.namespace", *kind.field_labels}
    found = []
    for part in filter(None, text.split(",")):
        match = _EQUALITY.match(part)
        if match is None or match["operator"] in {"<", ">"}:
            raise bad_request(f"invalid selector: '{part}'; can't understand '{part}'")
        if match["key"] not in allowed:
            raise bad_request(
                f'"{match["key"]}" is not a known field selector: only "metadata.name", "metadata.namespace"'
            )
        found.append((tuple(match["key"].split(".")), match["value"], match["operator"] != "!="))
    return found
