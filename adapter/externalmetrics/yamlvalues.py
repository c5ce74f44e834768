"""What does a piece of YAML hold, read strictly, and on which line does it stand?"""

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import NoReturn

import yaml

from adapter.externalmetrics.problems import Place, Problem, Reach, RulesError

_NO_HINTS: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True, kw_only=True)
class YamlValue:
    """A node and where it came from. `lines_before` counts the lines of the file ahead of the text that was parsed."""

    node: yaml.Node
    source: str
    lines_before: int = 0

    @property
    def place(self) -> Place:
        return Place(source=self.source, line=self.node.start_mark.line + 1 + self.lines_before)

    def line(self, offset: int) -> Place:
        """The place of a line within this text, `offset` lines after its first."""
        first = self.place.line
        literal = isinstance(self.node, yaml.ScalarNode) and self.node.style in {"|", ">"}
        return Place(source=self.source, line=first + offset + (1 if literal else 0))

    @property
    def is_null(self) -> bool:
        return isinstance(self.node, yaml.ScalarNode) and self.node.tag == _NULL

    def fail(self, text: str) -> NoReturn:
        """Raise RulesError with this value's place."""
        raise RulesError(Problem(place=self.place, text=text))

    def set_rule_aside(self, text: str) -> NoReturn:
        """Raise RulesError with this value's place: the rule can't be served, but the others of its file can."""
        raise RulesError(Problem(place=self.place, text=text, reach=Reach.RULE))

    def fields(self, known: Collection[str], *, hints: Mapping[str, str] = _NO_HINTS) -> dict[str, "YamlValue"]:
        """The entries of a mapping by key, those with null left out.

        Raises RulesError for an unknown key (with its hint, if there is one) and for a key given twice.
        """
        found = self.entries()
        for key, value in found.items():
            if key not in known:
                value.fail(f"unknown key {key!r}: {hints.get(key) or 'known here are ' + ', '.join(sorted(known))}")
        return {key: value for key, value in found.items() if not value.is_null}

    def entries(self) -> dict[str, "YamlValue"]:
        """Every entry of a mapping by key. Raises RulesError for anything else and for a key given twice."""
        if not isinstance(self.node, yaml.MappingNode):
            self.fail(f"expected a mapping of keys to values, not {self._kind()}")
        found: dict[str, YamlValue] = {}
        merged: dict[str, YamlValue] = {}
        for key, value in self.node.value:
            if key.tag == _MERGE:
                merged = self._at(value).merged() | merged
                continue
            name = self._at(key).text()
            if name in found:
                self._at(key).fail(f"key {name!r} is given twice, first on line {found[name].place.line}")
            found[name] = self._at(value)
        return merged | found

    def merged(self) -> dict[str, "YamlValue"]:
        """What a merge key (`<<`) brings: the entries of one mapping or of several, of which the first wins."""
        if not isinstance(self.node, yaml.SequenceNode):
            return self.entries()
        found: dict[str, YamlValue] = {}
        for item in self.items():
            found = item.entries() | found
        return found

    def items(self) -> tuple["YamlValue", ...]:
        """The items of a list. Raises RulesError for anything else."""
        if not isinstance(self.node, yaml.SequenceNode):
            self.fail(f"expected a list, not {self._kind()}")
        return tuple(self._at(node) for node in self.node.value)

    def text(self) -> str:
        """A scalar as it is written. Raises RulesError for anything else."""
        if not isinstance(self.node, yaml.ScalarNode):
            self.fail(f"expected text, not {self._kind()}")
        return str(self.node.value)

    def flag(self) -> bool:
        """A boolean. Raises RulesError for anything else, also for one in quotes."""
        if not isinstance(self.node, yaml.ScalarNode) or self.node.tag != _BOOL:
            self.fail(f"expected true or false, not {self._kind()}")
        return self.node.value.lower() in {"true", "yes", "on"}

    def seconds(self) -> float:
        """A duration as Prometheus writes it, such as `10s`, `500ms` or `1h30m`, in seconds. Raises RulesError."""
        parts = _DURATION.findall(self.text())
        if not parts or "".join(number + unit for number, unit in parts) != self.text():
            self.fail(f"expected a duration such as 10s, 500ms or 1m, not {self.text()!r}")
        return sum(float(number) * _UNITS[unit] for number, unit in parts)

    def embedded(self) -> Iterator["YamlValue"]:
        """The YAML documents that this text holds, such as the file in a ConfigMap."""
        # In a literal block the content begins on the line after the key; in any other form the lines are not kept.
        literal = isinstance(self.node, yaml.ScalarNode) and self.node.style == "|"
        return parse(self.text(), source=self.source, lines_before=self.place.line if literal else self.place.line - 1)

    def _at(self, node: yaml.Node) -> "YamlValue":
        return YamlValue(node=node, source=self.source, lines_before=self.lines_before)

    def _kind(self) -> str:
        match self.node:
            case yaml.MappingNode():
                return "a mapping"
            case yaml.SequenceNode():
                return "a list"
            case yaml.ScalarNode(tag=tag) if tag == _NULL:
                return "nothing"
            case _:
                return f"{self.node.value!r}"


def parse(text: str, *, source: str, lines_before: int = 0) -> Iterator[YamlValue]:
    """The documents of a YAML text, without the empty ones. Raises RulesError when it isn't YAML."""
    try:
        for node in yaml.compose_all(text, Loader=yaml.CSafeLoader):
            value = YamlValue(node=node, source=source, lines_before=lines_before)
            if not value.is_null:
                yield value
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line = (mark.line if mark is not None else 0) + 1 + lines_before
        text = f"not YAML: {error.problem or error.context or 'cannot be read'}"
        raise RulesError(Problem(place=Place(source=source, line=line), text=text)) from error
    except yaml.YAMLError as error:
        place = Place(source=source, line=1 + lines_before)
        raise RulesError(Problem(place=place, text=f"not YAML: {str(error).splitlines()[0]}")) from error


_NULL = "tag:yaml.org,2002:null"
_BOOL = "tag:yaml.org,2002:bool"
_MERGE = "tag:yaml.org,2002:merge"
_DURATION = re.compile(r"(\d+(?:\.\d+)?)(ms|[smhdw])", re.ASCII)
_UNITS = MappingProxyType({"ms": 0.001, "s": 1.0, "m": 60.0, "h": 3600.0, "d": 86_400.0, "w": 604_800.0})
