"""Which external metrics are configured, on which servers? `externalRules` and `servers`, read strictly."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TypeVar

from adapter.externalmetrics.documents import rule_entries
from adapter.externalmetrics.policies import OnEmpty
from adapter.externalmetrics.problems import Place, Problem, Reach, RulesError
from adapter.externalmetrics.rule import DEFAULT_SERVER, Finds, RefusedRule, Rule
from adapter.externalmetrics.ruleproblems import read_or_refuse
from adapter.externalmetrics.rulewarnings import warnings_of
from adapter.externalmetrics.serverentries import ServerEntry, read_server
from adapter.externalmetrics.yamlvalues import YamlValue

__all__ = [
    "OnEmpty",
    "Place",
    "Problem",
    "RefusedRule",
    "Rule",
    "RuleSet",
    "RulesError",
    "join_rules",
    "load_rules",
    "read_rules",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleSet:
    """Rules in the order of their files, with those that can't be served set aside. Warnings stop nothing."""

    rules: tuple[Rule, ...]
    refused: tuple[RefusedRule, ...] = ()
    servers: tuple[ServerEntry, ...] = ()
    warnings: tuple[Problem, ...] = ()

    def without_refused(self) -> "RuleSet":
        """The same. Raises RulesError, with all their problems, when a rule is refused."""
        problems = tuple(problem for refused in self.refused for problem in refused.problems)
        if problems:
            raise RulesError(*problems)
        return self


def load_rules(text: str, *, source: str) -> RuleSet:
    """The rules that a file's `text` holds, all of them good; `source` is the file's name for messages.

    Raises RulesError with every problem of every rule that can't be served.
    """
    return join_rules(read_rules(text, source=source)).without_refused()


def read_rules(text: str, *, source: str) -> RuleSet:
    """The rules of one file of several, which may name servers of the others.

    A rule that is wrong by itself is set aside. Raises RulesError for a file that can't be loaded at all, with every
    problem that is reason for it: what prometheus-adapter doesn't start with, and servers that are described wrongly.
    """
    found = rule_entries(text, source=source)
    read = tuple(map(read_or_refuse, found.entries))
    rules = tuple(rule for rule in read if isinstance(rule, Rule))
    refused = tuple(rule for rule in read if isinstance(rule, RefusedRule))
    fatal = [problem for rule in refused for problem in rule.problems if problem.reach is Reach.FILE]
    servers = tuple(_read_each(read_server, found.servers, fatal))
    if fatal:
        raise RulesError(*fatal)
    warnings = (*found.warnings, *(warning for rule in rules for warning in warnings_of(rule)))
    return RuleSet(rules=rules, refused=refused, servers=servers, warnings=warnings)


def join_rules(*sets: RuleSet) -> RuleSet:
    """All rules of several files as one set. Of two that name one metric the last is served, and the other set aside.

    So is one that names a server that there isn't. Raises RulesError when two files describe the same server.
    """
    rules = tuple(rule for one in sets for rule in one.rules)
    servers = tuple(server for one in sets for server in one.servers)
    repeated = tuple(_repeated_servers(servers))
    if repeated:
        raise RulesError(*repeated)
    known = {server.name: server for server in servers}
    set_aside = [rule for one in sets for rule in one.refused]
    served: list[Rule] = []
    for rule in rules:
        problem = _wrong_server(rule.place, rule.finds, known)
        if problem is None:
            served.append(rule)
        else:
            set_aside.append(RefusedRule(place=rule.place, problems=(problem,), finds=_without_pattern(rule.finds)))
    last = {rule.fixed_name: rule for rule in served if rule.fixed_name is not None}
    hidden = [rule for rule in served if last.get(rule.fixed_name or "", rule) is not rule]
    refused = [_without_unknown_server(rule, known) for rule in set_aside]
    refused.extend(_hidden(rule, last) for rule in hidden)
    return RuleSet(
        rules=tuple(rule for rule in served if last.get(rule.fixed_name or "", rule) is rule),
        refused=tuple(sorted(refused, key=lambda rule: rule.place)),
        servers=servers,
        warnings=tuple(warning for one in sets for warning in one.warnings),
    )


Read = TypeVar("Read")


def _read_each(
    read: Callable[[YamlValue], Read], entries: Iterable[YamlValue], problems: list[Problem]
) -> Iterator[Read]:
    for entry in entries:
        try:
            yield read(entry)
        except RulesError as error:
            problems.extend(error.problems)


def _hidden(rule: Rule, last: Mapping[str, Rule]) -> RefusedRule:
    name = rule.fixed_name or ""
    text = f"metric {name!r} is served by the rule at {last[name].place}, the last of that name: "
    problem = Problem(place=rule.place, text=f"{text}give one another name.as", reach=Reach.RULE)
    return RefusedRule(place=rule.place, problems=(problem,), finds=rule.finds)


def _repeated_servers(servers: tuple[ServerEntry, ...]) -> Iterator[Problem]:
    first: dict[str, ServerEntry] = {}
    for server in servers:
        if server.name in first:
            text = f"server {server.name!r} is described at {first[server.name].place} already: keep one"
            yield Problem(place=server.place, text=text)
        first.setdefault(server.name, server)


def _wrong_server(place: Place, finds: Finds, known: Mapping[str, ServerEntry]) -> Problem | None:
    server = known.get(finds.server)
    if server is None and finds.server != DEFAULT_SERVER:
        names = ", ".join(sorted({*known, DEFAULT_SERVER}))
        text = f"there is no server {finds.server!r} under servers; there are {names}"
        return Problem(place=place, text=text, reach=Reach.RULE)
    if server is not None and server.server.is_per_namespace and finds.fixed_name is None:
        text = (
            f"the headers of server {finds.server!r} depend on the namespace, so names can't be listed there: "
            "give seriesQuery one name instead of a pattern"
        )
        return Problem(place=place, text=text, reach=Reach.RULE)
    return None


def _without_unknown_server(rule: RefusedRule, known: Mapping[str, ServerEntry]) -> RefusedRule:
    """A server that can't be asked for names isn't asked for those of a refused rule either."""
    if rule.finds is None or _wrong_server(rule.place, rule.finds, known) is None:
        return rule
    return replace(rule, finds=_without_pattern(rule.finds))


def _without_pattern(finds: Finds) -> Finds | None:
    return finds if finds.series_query.name is not None else None
