"""What is one item of `externalRules`: a rule that can be served, or everything that keeps it from being one?

Each key is read in a rule that is good but for that key, by the engine's own reader.
"""

from collections.abc import Iterable, Iterator

import yaml

from adapter.externalmetrics.naming import read_naming
from adapter.externalmetrics.problems import Problem, RulesError
from adapter.externalmetrics.rule import DEFAULT_SERVER, Finds, RefusedRule, Rule
from adapter.externalmetrics.ruleentries import read_rule, read_series_query
from adapter.externalmetrics.yamlvalues import YamlValue, parse


def read_or_refuse(entry: YamlValue) -> Rule | RefusedRule:
    """The rule, or every problem that reading it has, by their places; some may be reason to refuse the file."""
    try:
        return read_rule(entry)
    except RulesError as error:
        problems = sorted(dict.fromkeys((*error.problems, *_problems_of(entry))), key=lambda one: one.place)
        return RefusedRule(place=entry.place, problems=tuple(problems), finds=_finds_of(entry))


def _finds_of(entry: YamlValue) -> Finds | None:
    """Which metrics the rule would serve, as far as it says so."""
    try:
        fields = {key: value for key, value in entry.entries().items() if not value.is_null}
        return Finds(
            server=fields["server"].text() if "server" in fields else DEFAULT_SERVER,
            series_query=read_series_query(fields["seriesQuery"]),
            naming=read_naming(fields.get("seriesFilters"), fields.get("name")),
        )
    except (RulesError, KeyError):
        return None


def _problems_of(entry: YamlValue) -> Iterator[Problem]:
    try:
        entries = entry.entries()
    except RulesError:
        return  # not a mapping, or a key given twice: the engine has said so, and there is no more to be read
    together = {key for keys in _READ_TOGETHER for key in keys}
    for keys in (*_READ_TOGETHER, *((key,) for key in entries if key not in together)):
        kept = {key: entries[key] for key in keys if key in entries}
        good = {key: value for key, value in _GOOD.items() if key not in keys}
        try:
            read_rule(_mapping(entry, (kept | good).items()))
        except RulesError as error:
            yield from error.problems


def _mapping(entry: YamlValue, items: Iterable[tuple[str, YamlValue]]) -> YamlValue:
    """A mapping of these, at the place of `entry`."""
    start, end = entry.node.start_mark, entry.node.end_mark
    pairs = [(yaml.ScalarNode(_TEXT, key, start, end), value.node) for key, value in items]
    node = yaml.MappingNode(entry.node.tag, pairs, start, end)
    return YamlValue(node=node, source=entry.source, lines_before=entry.lines_before)


_TEXT = "tag:yaml.org,2002:str"
_GOOD = next(
    parse(
        'seriesQuery: lag\nmetricsQuery: "<<.Series>>{<<.LabelMatchers>>}"\nresources: {namespaced: false}\n', source=""
    )
).entries()
# What one of them says depends on the others.
_READ_TOGETHER = (("seriesQuery",), ("metricsQuery", "parameters"), ("resources", "namespace"), ("onEmpty", "maxAge"))
