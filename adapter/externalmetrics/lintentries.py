"""What is wrong with one item of `externalRules`? Everything that the engine would refuse, not just the first of it.

Each key is read in a rule that is good but for that key, by the engine's own reader.
"""

from collections.abc import Iterable, Iterator

import yaml

from adapter.externalmetrics.problems import Problem, RulesError
from adapter.externalmetrics.rule import Rule
from adapter.externalmetrics.ruleentries import read_rule
from adapter.externalmetrics.yamlvalues import YamlValue, parse


def read_whole(entry: YamlValue) -> Rule | tuple[Problem, ...]:
    """The rule, or every problem that reading it has, by their places."""
    try:
        return read_rule(entry)
    except RulesError as error:
        return tuple(sorted(dict.fromkeys((*error.problems, *_problems_of(entry))), key=lambda one: one.place))


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
