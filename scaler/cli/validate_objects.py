"""Which objects do these files hold? Documents of YAML or JSON, lists unpacked, each with its line."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import click
import yaml

from adapter.externalmetrics.problems import Place, Problem, RulesError
from adapter.externalmetrics.yamlvalues import YamlValue, parse
from scaler.api.documents import without_nulls
from scaler.simulation.fields import plain

_STDIN: Final = "-"
_LIST: Final = re.compile(r"\w*List", re.ASCII)


class Unreadable(ValueError):
    """A file that holds no objects; `str()` names it and the line."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Object:
    """One object of a file, as its document says it."""

    place: Place
    document: dict[str, object]

    @property
    def kind(self) -> str:
        return str(self.document.get("kind", ""))

    @property
    def api_version(self) -> str:
        return str(self.document.get("apiVersion", ""))

    @property
    def name(self) -> str:
        return self._metadata("name")

    @property
    def namespace(self) -> str:
        return self._metadata("namespace") or "default"

    def _metadata(self, field: str) -> str:
        metadata = self.document.get("metadata")
        return str(metadata.get(field) or "") if isinstance(metadata, dict) else ""


def objects_in_file(file: str) -> tuple[Object, ...]:
    """Every object of a file, `-` being the standard input. Raises Unreadable."""
    source = "stdin" if file == _STDIN else file
    try:
        with click.open_file(file, encoding="utf-8") as opened:
            return objects_of(opened.read(), source=source)
    except OSError as error:
        raise Unreadable(f"cannot read {source}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise Unreadable(f"cannot read {source}: not text in UTF-8") from error


def objects_of(text: str, *, source: str) -> tuple[Object, ...]:
    """Every object of a text, the items of lists in place of the lists. Raises Unreadable."""
    try:
        return tuple(found for document in _documents(text, source) for found in _objects(document))
    except RulesError as error:
        raise Unreadable(str(error)) from error


def _documents(text: str, source: str) -> Iterator[Object]:
    """JSON is YAML, but for tabs between its parts, which only a JSON parser takes."""
    if text.lstrip().startswith("{") and "\t" in text:
        yield _json(text, source)
        return
    for value in parse(text, source=source):
        yield from _of_value(value)


def _json(text: str, source: str) -> Object:
    try:
        document = json.loads(text)
    except json.JSONDecodeError as error:
        raise RulesError(
            Problem(place=Place(source=source, line=error.lineno), text=f"not JSON: {error.msg.lower()}")
        ) from error
    return Object(place=Place(source=source, line=1), document=document)


def _of_value(value: YamlValue) -> Iterator[Object]:
    """A list is taken apart here already, so that its items keep their own lines."""
    if not isinstance(value.node, yaml.MappingNode):
        value.fail("expected an object with apiVersion and kind")
    entries = value.entries()
    if "kind" in entries and "items" in entries and _LIST.fullmatch(entries["kind"].text()):
        for item in entries["items"].items() if not entries["items"].is_null else ():
            yield from _of_value(item)
        return
    document = plain(value)
    assert isinstance(document, dict)
    yield Object(place=value.place, document=document)


def _objects(found: Object) -> Iterator[Object]:
    """What a document of JSON holds, with its lists taken apart."""
    items = found.document.get("items")
    if _LIST.fullmatch(found.kind) and isinstance(items, list):
        for item in items:
            if isinstance(item, dict):
                yield from _objects(Object(place=found.place, document=item))
        return
    kept = without_nulls(found.document)
    assert isinstance(kept, dict)
    yield Object(place=found.place, document=kept)
