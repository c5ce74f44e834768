"""What stands under a key of a scenario, and on which line? An unknown key is told the nearest known one."""

import difflib
from collections.abc import Callable, Collection
from typing import NoReturn

import yaml

from adapter.externalmetrics.problems import Place, Problem, RulesError
from adapter.externalmetrics.yamlvalues import YamlValue
from scaler.simulation.moments import Millis, NotADuration, parse_duration

OpenText = Callable[[str], str]
"""The text of a file that a scenario names, by its path there. Raises OSError or UnicodeDecodeError."""


class _Plain(yaml.SafeLoader):
    """YAML as Kubernetes reads it: what looks like a time stays a text."""


def _as_text(loader: _Plain, node: yaml.Node) -> str:
    assert isinstance(node, yaml.ScalarNode)
    return str(loader.construct_scalar(node))


yaml.add_constructor("tag:yaml.org,2002:timestamp", _as_text, Loader=_Plain)


def known_fields(value: YamlValue, known: Collection[str]) -> dict[str, YamlValue]:
    """The entries of a mapping, those with null left out. An unknown key fails with its line and the nearest known."""
    found = value.entries()
    for key, inner in found.items():
        if key not in known:
            near = difflib.get_close_matches(key, known, n=1, cutoff=0.0)
            listed = ", ".join(sorted(known))
            _key(value, key, inner).fail(f"unknown key {key!r}: did you mean {near[0]!r}? Known here are: {listed}")
    return {key: inner for key, inner in found.items() if not inner.is_null}


def _key(mapping: YamlValue, name: str, otherwise: YamlValue) -> YamlValue:
    """Where a key stands; one that a merge brought stands with its value."""
    for key, _ in mapping.node.value:
        if isinstance(key, yaml.ScalarNode) and key.value == name:
            return YamlValue(node=key, source=mapping.source, lines_before=mapping.lines_before)
    return otherwise


def plain(value: YamlValue) -> object:
    """The value as dicts, lists, texts, numbers and booleans."""
    try:
        built: object = _Plain("").construct_document(value.node)
    except yaml.YAMLError as error:
        value.fail(f"cannot be read: {str(error).splitlines()[0]}")
    return built


def duration(value: YamlValue) -> Millis:
    try:
        return parse_duration(value.text())
    except NotADuration as error:
        value.fail(str(error))


def whole_number(value: YamlValue) -> int:
    """A count of 0 or more."""
    text = value.text()
    if not text.isdecimal() or not text.isascii():
        value.fail(f"expected a whole number of 0 or more, not {text!r}")
    return int(text)


def fail_at(source: str, line: int, text: str) -> NoReturn:
    raise RulesError(Problem(place=Place(source=source, line=line), text=text))


def opened(value: YamlValue, open_text: OpenText) -> str:
    """The text of the file whose path this is."""
    try:
        return open_text(value.text())
    except OSError as error:
        value.fail(f"cannot read {value.text()}: {error.strerror}")
    except UnicodeDecodeError:
        value.fail(f"cannot read {value.text()}: not text in UTF-8")
