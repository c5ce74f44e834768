"""What is the engine's refusal about, and what to write instead? Its one line, as a finding."""

import re
from dataclasses import replace
from types import MappingProxyType

from adapter.externalmetrics.documents import OTHER_OBJECT
from adapter.externalmetrics.lintfindings import Finding, LintRule, Severity
from adapter.externalmetrics.problems import Problem


def refusal(problem: Problem) -> Finding:
    """The finding for what keeps a rule from being read."""
    return _finding(problem, Severity.ERROR, _first(_ABOUT_RULES, problem, LintRule.WRONG_VALUE))


def unreadable(problem: Problem) -> Finding:
    """The finding for what keeps a whole file from being read."""
    return _finding(problem, Severity.ERROR, _first(_ABOUT_FILES, problem, LintRule.UNREADABLE))


def remark(problem: Problem) -> Finding:
    """The finding for what the engine passes over: objects that are no business of its, or what it doesn't serve."""
    finding = _finding(problem, Severity.WARNING, _first(_ABOUT_FILES, problem, LintRule.NOT_SERVED))
    return replace(finding, instead=_NOTHING) if problem.text.endswith(OTHER_OBJECT) else finding


def _first(table: tuple[tuple[re.Pattern[str], LintRule], ...], problem: Problem, default: LintRule) -> LintRule:
    return next((rule for pattern, rule in table if pattern.search(problem.text)), default)


def _finding(problem: Problem, severity: Severity, rule: LintRule) -> Finding:
    advice = _ADVICE.search(problem.text)
    return Finding(
        place=problem.place,
        severity=severity,
        rule=rule,
        message=problem.text if advice is None else problem.text[: advice.start()],
        instead=_INSTEAD[rule] if advice is None else advice["advice"],
    )


_ABOUT_FILES = (
    (re.compile("key of a chart's values"), LintRule.CHART_KEYS),
    (re.compile("^not YAML: "), LintRule.YAML),
    (re.compile("^unknown key "), LintRule.UNKNOWN_KEY),
    (re.compile("^key '.*' is given twice"), LintRule.REPEATED_KEY),
    (re.compile("^can't read |^not a text file|^no rules here"), LintRule.FILE),
)
_ABOUT_RULES: tuple[tuple[re.Pattern[str], LintRule], ...] = tuple(
    (re.compile(pattern), rule)
    for pattern, rule in (
        (r"^unknown key ", LintRule.UNKNOWN_KEY),
        (r"^key '.*' is given twice", LintRule.REPEATED_KEY),
        (r"^the rule has no |^an override names a resource", LintRule.MISSING_KEY),
        (r"which label holds the namespace|several labels stand for the namespace", LintRule.NAMESPACE_LABEL),
        (r"^metric '.*' is served by the rule at .*, the last of that name", LintRule.DUPLICATE_METRIC),
        (
            r"is read as a group called|`matches` has no group|groups, so `as` has to say|^`as` takes groups",
            LintRule.NAME_EXPANSION,
        ),
        (r"between << and >>", LintRule.BRACES),
        (r"^metricsQuery: |<<.*is (not understood|never closed)|has to contain <<", LintRule.TEMPLATE),
        (r"^seriesQuery ", LintRule.SERIES_QUERY),
        (r"^not a regular expression", LintRule.REGULAR_EXPRESSION),
        (r"^no selector can say ", LintRule.SELECTOR),
        (r"\bservers?\b|^header |^url: |^certFile |^method is |^concurrency is |^basic has ", LintRule.SERVER),
    )
)
_NOTHING = "nothing, it does no harm here; rules stand in a file of their own, or in a ConfigMap"
# Where the advice begins; what stands before it is the message.
_ADVICE = re.compile(
    r"[:;] (?P<advice>(?:write|give|keep|list|use|leave|name one|take an|the key is called|the field is called"
    r"|known here|a template here|namespaced belongs|\w+ belongs under|a rule is an item|this is a key of"
    r"|only |there are |servers stands|the list is|a certificate is|a token is|a folder of rules).*)$"
)
_INSTEAD = MappingProxyType(
    {
        LintRule.FILE: "name a file, or a folder with files, of text that can be read",
        LintRule.YAML: "look for a quote, a bracket or an indentation that is wrong on that line or before",
        LintRule.UNREADABLE: "give a rules file: a mapping with the list externalRules, bare or in a ConfigMap",
        LintRule.CHART_KEYS: "write externalRules: in place of rules: {external: ...}",
        LintRule.UNKNOWN_KEY: "leave the key out, or write one of those in docs/adapter.md",
        LintRule.REPEATED_KEY: "keep one of the two",
        LintRule.MISSING_KEY: "add the key; docs/adapter.md shows a whole rule",
        LintRule.WRONG_VALUE: "write a value as docs/adapter.md has it",
        LintRule.NAMESPACE_LABEL: 'write resources: {overrides: {namespace: {resource: "namespace"}}}',
        LintRule.DUPLICATE_METRIC: "give one another name.as",
        LintRule.NAME_EXPANSION: "write ${1} for the first group of matches, ${2} for the second",
        LintRule.BRACES: "write << and >>",
        LintRule.TEMPLATE: 'use <<.Series>>, <<.LabelMatchers>>, <<.GroupBy>> or <<index .LabelValuesByName "LABEL">>',
        LintRule.SERIES_QUERY: "write a series' name, or matchers in braces",
        LintRule.REGULAR_EXPRESSION: "write an expression of RE2, which has no lookaround and no backreference",
        LintRule.SELECTOR: "write words of letters, digits and -_. with at most 63",
        LintRule.SERVER: "describe the server as docs/adapter.md does",
        LintRule.NOT_SERVED: "move what you need to externalRules; lagzero serves external metrics only",
    }
)
