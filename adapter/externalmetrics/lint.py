"""What is wrong with these rules, before anybody serves them? Every error and every trap, without a server."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta

from adapter.externalmetrics.catalog import catalog_of
from adapter.externalmetrics.documents import rule_entries
from adapter.externalmetrics.lintautoscalers import AUTOSCALERS, autoscaler_findings
from adapter.externalmetrics.lintentries import read_whole
from adapter.externalmetrics.lintfindings import Finding, LintRule, warning
from adapter.externalmetrics.lintproblems import refusal, remark, unreadable
from adapter.externalmetrics.lintresources import resource_findings
from adapter.externalmetrics.lintrules import rule_findings
from adapter.externalmetrics.problems import Place, Problem, RulesError
from adapter.externalmetrics.rule import Rule
from adapter.externalmetrics.rules import RuleSet, join_rules
from adapter.externalmetrics.serverentries import ServerEntry, read_server
from adapter.externalmetrics.yamlvalues import YamlValue, parse


@dataclass(frozen=True, slots=True, kw_only=True)
class RulesText:
    """A file's text; `source` is its name for messages."""

    source: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """Findings in the order of their places, the rules that can be read, and how many there are of all.

    `is_readable` is whether every file holds what may be a rules file.
    """

    findings: tuple[Finding, ...]
    rules: RuleSet
    entries: int
    is_readable: bool


def lint(texts: Sequence[RulesText], *, scrape_interval: timedelta) -> Report:
    """What is to be said of files that are served together.

    `scrape_interval` is what usually lies between two samples of a series.
    """
    files = [_File.of(text, scrape_interval) for text in texts]
    rules = RuleSet(
        rules=tuple(rule for file in files for rule in file.rules),
        servers=tuple(server for file in files for server in file.servers),
    )
    found = [finding for file in files for finding in file.findings]
    entries, is_readable = sum(file.entries for file in files), all(file.is_readable for file in files)
    if texts and is_readable and not entries:
        message, instead = "there is no rule here: nothing is served", "list rules under externalRules"
        found.append(warning(Place(source=texts[0].source), LintRule.NO_RULES, message, instead=instead))
    found.extend(_joined(rules))
    found.extend(_autoscalers(texts, rules))
    findings = tuple(sorted(dict.fromkeys(found)))
    return Report(findings=findings, rules=rules, entries=entries, is_readable=is_readable)


@dataclass(frozen=True, slots=True, kw_only=True)
class _File:
    findings: tuple[Finding, ...]
    rules: tuple[Rule, ...] = ()
    servers: tuple[ServerEntry, ...] = ()
    entries: int = 0
    is_readable: bool = True

    @classmethod
    def of(cls, text: RulesText, scrape_interval: timedelta) -> "_File":
        try:
            found = rule_entries(text.text, source=text.source)
        except RulesError as refused:
            return cls(findings=tuple(map(unreadable, refused.problems)), is_readable=False)
        rules = [(entry, read_whole(entry)) for entry in found.entries]
        servers = [_read_server(entry) for entry in found.servers]
        bad = (problem for one in (*(rule for _, rule in rules), *servers) if isinstance(one, tuple) for problem in one)
        return cls(
            findings=(
                *(remark(problem) for problem in found.warnings if not _is_of_autoscaler(problem)),
                *map(refusal, bad),
                *(finding for entry in found.entries for finding in resource_findings(entry)),
                *(
                    finding
                    for entry, rule in rules
                    if isinstance(rule, Rule)
                    for finding in rule_findings(entry, rule, scrape_interval)
                ),
            ),
            rules=tuple(rule for _, rule in rules if isinstance(rule, Rule)),
            servers=tuple(server for server in servers if isinstance(server, ServerEntry)),
            entries=len(found.entries),
        )


def _read_server(entry: YamlValue) -> ServerEntry | tuple[Problem, ...]:
    try:
        return read_server(entry)
    except RulesError as refused:
        return refused.problems


def _is_of_autoscaler(problem: Problem) -> bool:
    return any(problem.text.startswith(f"a {kind} holds no rules") for kind in AUTOSCALERS)


def _joined(rules: RuleSet) -> Iterator[Finding]:
    """What keeps rules that are good each from being served together, also what the engine lets pass."""
    try:
        join_rules(rules)
    except RulesError as refused:
        yield from map(refusal, refused.problems)
    first: dict[tuple[object, ...], Rule] = {}
    for rule in rules.rules:
        if rule.series_query.name is None:
            earlier = first.setdefault((rule.server, rule.series_query.text, rule.naming), rule)
            if earlier is not rule:
                message = f"the rule at {earlier.place} gives the same series the same names: only this one is served"
                yield warning(rule.place, LintRule.DUPLICATE_METRIC, message, instead="give one another name.as")


def _autoscalers(texts: Sequence[RulesText], rules: RuleSet) -> Iterator[Finding]:
    catalog = catalog_of(rules, {})
    for text in texts:
        try:
            documents = tuple(parse(text.text, source=text.source))
        except RulesError:
            continue
        for document in documents:
            yield from autoscaler_findings(document, catalog)
