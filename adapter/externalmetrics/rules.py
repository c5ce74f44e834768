"""Which external metrics are configured, on which servers? `externalRules` and `servers`, read strictly."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TypeVar

from adapter.externalmetrics.documents import rule_entries
from adapter.externalmetrics.policies import OnEmpty
from adapter.externalmetrics.problems import Place, Problem, RulesError
from adapter.externalmetrics.rule import DEFAULT_SERVER, Rule
from adapter.externalmetrics.ruleentries import read_rule
from adapter.externalmetrics.serverentries import ServerEntry, read_server
from adapter.externalmetrics.templates import Field
from adapter.externalmetrics.yamlvalues import YamlValue

__all__ = ["OnEmpty", "Place", "Problem", "Rule", "RuleSet", "RulesError", "join_rules", "load_rules", "read_rules"]


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleSet:
    """Rules in the order of their files; of two that serve one name the later counts. Warnings stop nothing."""

    rules: tuple[Rule, ...]
    servers: tuple[ServerEntry, ...] = ()
    warnings: tuple[Problem, ...] = ()


def load_rules(text: str, *, source: str) -> RuleSet:
    """The rules that a file's `text` holds, all of it; `source` is the file's name for messages.

    Raises RulesError with one problem for each rule that can't be served.
    """
    return join_rules(read_rules(text, source=source))


def read_rules(text: str, *, source: str) -> RuleSet:
    """The rules of one file of several, which may name servers of the others. Raises RulesError."""
    found = rule_entries(text, source=source)
    problems: list[Problem] = []
    rules = tuple(_read_each(read_rule, found.entries, problems))
    servers = tuple(_read_each(read_server, found.servers, problems))
    if problems:
        raise RulesError(*problems)
    return RuleSet(rules=rules, servers=servers, warnings=found.warnings + tuple(_warnings_of(rules)))


def join_rules(*sets: RuleSet) -> RuleSet:
    """All rules of several files as one set.

    Raises RulesError when two of them name the same metric or server, or one names a server that there isn't.
    """
    rules = tuple(rule for one in sets for rule in one.rules)
    servers = tuple(server for one in sets for server in one.servers)
    problems = (*_repeated_servers(servers), *_repeated_metrics(rules), *_wrong_servers(rules, servers))
    if problems:
        raise RulesError(*problems)
    return RuleSet(rules=rules, servers=servers, warnings=tuple(warning for one in sets for warning in one.warnings))


Read = TypeVar("Read")


def _read_each(
    read: Callable[[YamlValue], Read], entries: Iterable[YamlValue], problems: list[Problem]
) -> Iterator[Read]:
    for entry in entries:
        try:
            yield read(entry)
        except RulesError as error:
            problems.extend(error.problems)


def _repeated_metrics(rules: tuple[Rule, ...]) -> Iterator[Problem]:
    first: dict[str, Rule] = {}
    for rule in rules:
        name = rule.fixed_name
        if name is not None and name in first:
            text = f"metric {name!r} is served by the rule at {first[name].place} already: give one another name.as"
            yield Problem(place=rule.place, text=text)
        elif name is not None:
            first[name] = rule


def _repeated_servers(servers: tuple[ServerEntry, ...]) -> Iterator[Problem]:
    first: dict[str, ServerEntry] = {}
    for server in servers:
        if server.name in first:
            text = f"server {server.name!r} is described at {first[server.name].place} already: keep one"
            yield Problem(place=server.place, text=text)
        first.setdefault(server.name, server)


def _wrong_servers(rules: tuple[Rule, ...], servers: tuple[ServerEntry, ...]) -> Iterator[Problem]:
    known = {server.name: server for server in servers}
    for rule in rules:
        server = known.get(rule.server)
        if server is None and rule.server != DEFAULT_SERVER:
            names = ", ".join(sorted({*known, DEFAULT_SERVER}))
            yield Problem(place=rule.place, text=f"there is no server {rule.server!r} under servers; there are {names}")
        elif server is not None and server.server.is_per_namespace and rule.fixed_name is None:
            text = (
                f"the headers of server {rule.server!r} depend on the namespace, so names can't be listed there: "
                "give seriesQuery one name instead of a pattern"
            )
            yield Problem(place=rule.place, text=text)


def _warnings_of(rules: tuple[Rule, ...]) -> Iterator[Problem]:
    for rule in rules:
        if not rule.query.uses(Field.LABEL_MATCHERS):
            text = "metricsQuery has no <<.LabelMatchers>>: selectors and the namespace are ignored"
            yield Problem(place=rule.place, text=text)
        if rule.series_query.name is not None and rule.fixed_name is None:
            text = "seriesFilters or name leave nothing of the one series of seriesQuery: the rule serves no metric"
            yield Problem(place=rule.place, text=text)
