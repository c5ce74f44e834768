"""The table that kubectl prints: a name, the columns of the kind, an age."""

import re
from collections.abc import Sequence

from aiohttp import web

from e2e.sandbox import clock
from e2e.sandbox.documents import Document, encode
from e2e.sandbox.history import Stored
from e2e.sandbox.resources import Column, ResourceType

_STEP = re.compile(
    r"\.(?P<key>[^.\[\]]+)|\[\?\(@\.(?P<field>\w+)\s*==\s*[\"'](?P<value>[^\"']*)[\"']\)\]|\[(?P<index>\d+)\]"
)
_AGE = Column(name="Age", type="date", path=".metadata.creationTimestamp")
_NAME = Column(name="Name", type="string", path=".metadata.name")


def wants_table(request: web.Request) -> bool:
    """Whether the first thing that the caller accepts is a Table."""
    first = request.headers.get("Accept", "").partition(",")[0]
    return "as=Table" in first and "v=v1;" in first + ";"


def table_body(kind: ResourceType, page: Sequence[Stored], metadata: Document) -> bytes:
    """The JSON of a `meta.k8s.io/v1 Table`; rows carry the whole object."""
    columns = [_NAME, *kind.columns]
    if all(column.name.lower() != "age" for column in columns):
        columns.append(_AGE)
    return encode(
        {
            "kind": "Table",
            "apiVersion": "meta.k8s.io/v1",
            "metadata": metadata,
            "columnDefinitions": [_definition(column) for column in columns],
            "rows": [
                {"cells": [_cell(column, stored.document) for column in columns], "object": stored.document}
                for stored in page
            ],
        }
    )


def _definition(column: Column) -> Document:
    shape = "name" if column is _NAME else ""
    return {"name": column.name, "type": column.type, "format": shape, "description": "", "priority": column.priority}


def _cell(column: Column, document: Document) -> object:
    value = _found(column.path, document)
    if value is None:
        return "<none>" if column.type == "string" else None
    if column.type == "date":
        return _age(str(value))
    return value if column.type != "string" else str(value)


def _found(path: str, document: object) -> object:
    value = document
    for step in _STEP.finditer(path):
        if step["key"] is not None:
            value = value.get(step["key"]) if isinstance(value, dict) else None
        elif not isinstance(value, list):
            return None
        elif step["field"] is not None:
            value = next((each for each in value if each.get(step["field"]) == step["value"]), None)
        else:
            value = value[int(step["index"])] if int(step["index"]) < len(value) else None
    return value


def _age(text: str) -> str:
    seconds = int((clock.now() - clock.parsed(text)).total_seconds())
    for unit, size in (("d", 86400), ("h", 3600), ("m", 60)):
        if seconds >= 2 * size:
            return f"{seconds // size}{unit}"
    return f"{max(0, seconds)}s"
