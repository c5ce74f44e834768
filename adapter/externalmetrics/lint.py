"""What is wrong with these rules, before anybody serves them? Every error and every trap, without a server."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta

from adapter.externalmetrics.catalog import Listing, catalog_of
from adapter.externalmetrics.documents import rule_entries
from adapter.externalmetrics.lintautoscalers import AUTOSCALERS, autoscaler_findings, targets_in
from adapter.externalmetrics.lintfindings import Finding, LintRule, warning
from adapter.externalmetrics.lintoverflow import Target
from adapter.externalmetrics.lintproblems import refusal, remark, unreadable
from adapter.externalmetrics.lintresources import resource_findings
from adapter.externalmetrics.lintrules import rule_findings
from adapter.externalmetrics.problems import Place, Problem, Reach, RulesError
from adapter.externalmetrics.rule import RefusedRule, Rule
from adapter.externalmetrics.ruleproblems import read_or_refuse
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

    `targets` are what stock autoscalers beside the rules want.
    `loads` is whether the adapter starts with the files, though some of their rules may be set aside.
    """

    findings: tuple[Finding, ...]
    rules: RuleSet
    targets: tuple[Target, ...]
    entries: int
    loads: bool


def lint(texts: Sequence[RulesText], *, scrape_interval: timedelta) -> Report:
    """What is to be said of files that are served together.

    `scrape_interval` is what usually lies between two samples of a series.
    """
    files = [_File.of(text, scrape_interval) for text in texts]
    found = [finding for file in files for finding in file.findings]
    entries = sum(len(file.rules.rules) + len(file.rules.refused) for file in files)
    if texts and not entries and not any(file.is_unreadable for file in files):
        message, instead = "there is no rule here: nothing is served", "list rules under externalRules"
        found.append(warning(Place(source=texts[0].source), LintRule.NO_RULES, message, instead=instead))
    together = _together(file.rules for file in files)
    found.extend(together.findings)
    found.extend(_repeated_patterns(together.rules))
    found.extend(_taken_over(together.rules))
    documents = [document for text in texts for document in _documents(text)]
    catalog = catalog_of(together.rules, {})
    found.extend(finding for document in documents for finding in autoscaler_findings(document, catalog))
    return Report(
        findings=tuple(sorted(dict.fromkeys(found))),
        rules=together.rules,
        targets=tuple(target for document in documents for target in targets_in(document)),
        entries=entries,
        loads=together.loads and all(file.loads for file in files),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _File:
    """One file by itself. What can't be read at all has no rules."""

    findings: tuple[Finding, ...]
    rules: RuleSet
    loads: bool
    is_unreadable: bool = False

    @classmethod
    def of(cls, text: RulesText, scrape_interval: timedelta) -> "_File":
        try:
            found = rule_entries(text.text, source=text.source)
        except RulesError as error:
            findings = tuple(map(unreadable, error.problems))
            return cls(findings=findings, rules=RuleSet(rules=()), loads=False, is_unreadable=True)
        read = [(entry, read_or_refuse(entry)) for entry in found.entries]
        refused = tuple(rule for _, rule in read if isinstance(rule, RefusedRule))
        servers = [_read_server(entry) for entry in found.servers]
        bad_servers = [problem for one in servers if isinstance(one, tuple) for problem in one]
        bad_rules = [problem for rule in refused for problem in rule.problems]
        return cls(
            findings=(
                *(remark(problem) for problem in found.warnings if not _is_of_autoscaler(problem)),
                *map(refusal, (*bad_rules, *bad_servers)),
                *(finding for entry in found.entries for finding in resource_findings(entry)),
                *(
                    finding
                    for entry, rule in read
                    if isinstance(rule, Rule)
                    for finding in rule_findings(entry, rule, scrape_interval)
                ),
            ),
            rules=RuleSet(
                rules=tuple(rule for _, rule in read if isinstance(rule, Rule)),
                refused=refused,
                servers=tuple(server for server in servers if isinstance(server, ServerEntry)),
            ),
            loads=not bad_servers and all(problem.reach is Reach.RULE for problem in bad_rules),
        )


def _read_server(entry: YamlValue) -> ServerEntry | tuple[Problem, ...]:
    try:
        return read_server(entry)
    except RulesError as refused:
        return refused.problems


def _is_of_autoscaler(problem: Problem) -> bool:
    return any(problem.text.startswith(f"a {kind} holds no rules") for kind in AUTOSCALERS)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Together:
    """All files as one; `findings` are what their rules have against each other."""

    findings: tuple[Finding, ...]
    rules: RuleSet
    loads: bool


def _together(sets: Iterable[RuleSet]) -> _Together:
    alone = tuple(sets)
    said = {problem for one in alone for rule in one.refused for problem in rule.problems}
    try:
        rules = join_rules(*alone)
    except RulesError as error:
        rules = RuleSet(rules=tuple(rule for one in alone for rule in one.rules))
        return _Together(findings=tuple(map(refusal, error.problems)), rules=rules, loads=False)
    problems = (problem for rule in rules.refused for problem in rule.problems if problem not in said)
    return _Together(findings=tuple(map(refusal, problems)), rules=rules, loads=True)


def _repeated_patterns(rules: RuleSet) -> Iterator[Finding]:
    """What the engine lets pass: of two patterns that find the same, it serves one."""
    first: dict[tuple[object, ...], Rule] = {}
    for rule in rules.rules:
        if rule.series_query.name is None:
            earlier = first.setdefault((rule.server, rule.series_query.text, rule.naming), rule)
            if earlier is not rule:
                message = f"the rule at {earlier.place} gives the same series the same names: only this one is served"
                yield warning(rule.place, LintRule.DUPLICATE_METRIC, message, instead="give one another name.as")


def _taken_over(rules: RuleSet) -> Iterator[Finding]:
    """Metrics that a rule spells out, and that a later pattern gives away if their series is there."""
    spelled_out = [rule.series_query.name for rule in rules.rules if rule.series_query.name is not None]
    found = {
        Listing(server=rule.server, series_query=rule.series_query.text): tuple(
            filter(rule.series_query.may_find, spelled_out)
        )
        for rule in rules.rules
        if rule.series_query.name is None
    }
    for one in catalog_of(rules, found).taken_over:
        message = f"the pattern of the later rule at {one.pattern} finds metric {one.metric!r}, too, and is served"
        instead = "move this rule behind the pattern, or leave its series out there: seriesFilters: [{isNot: ...}]"
        yield warning(one.spelled_out, LintRule.DUPLICATE_METRIC, message, instead=instead)


def _documents(text: RulesText) -> tuple[YamlValue, ...]:
    try:
        return tuple(parse(text.text, source=text.source))
    except RulesError:
        return ()
