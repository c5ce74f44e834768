"""How the engine's refusals read as findings."""

import pytest

from adapter.externalmetrics.documents import rule_entries
from adapter.externalmetrics.lintfindings import Finding, LintRule, Severity
from adapter.externalmetrics.lintproblems import refusal, remark, unreadable
from adapter.externalmetrics.problems import Place, Problem

PLACE = Place(source="rules.yaml", line=3)


@pytest.mark.parametrize(
    ("text", "rule", "message", "instead"),
    [
        (
            "unknown key 'query': the key is called metricsQuery",
            LintRule.UNKNOWN_KEY,
            "unknown key 'query'",
            "the key is called metricsQuery",
        ),
        (
            "there is no server 'a' under servers; there are b, c",
            LintRule.SERVER,
            "there is no server 'a' under servers",
            "there are b, c",
        ),
        (
            "timeout has to be more than 0s and at most 30s: whoever reads the metric waits that long",
            LintRule.WRONG_VALUE,
            "timeout has to be more than 0s and at most 30s: whoever reads the metric waits that long",
            "write a value as docs/adapter.md has it",
        ),
        (
            "metricsQuery: templates here stand between << and >>, not {{ and }}",
            LintRule.BRACES,
            "metricsQuery: templates here stand between << and >>, not {{ and }}",
            "write << and >>",
        ),
        (
            "the template has to contain <<.Resource>>",
            LintRule.TEMPLATE,
            "the template has to contain <<.Resource>>",
            'use <<.Series>>, <<.LabelMatchers>>, <<.GroupBy>> or <<index .LabelValuesByName "LABEL">>',
        ),
    ],
)
def test_a_refusal_is_split_where_the_advice_begins(text: str, rule: LintRule, message: str, instead: str) -> None:
    expected = Finding(place=PLACE, severity=Severity.ERROR, rule=rule, message=message, instead=instead)
    assert expected == refusal(Problem(place=PLACE, text=text))


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("not YAML: found unexpected end of stream", LintRule.YAML),
        ("unknown key 'custom': this is a key of a chart's values; leave it out", LintRule.CHART_KEYS),
        ("unknown key 'nonsense': known here are externalRules", LintRule.UNKNOWN_KEY),
        ("can't read the rules: No such file or directory", LintRule.FILE),
        ("not a text file in UTF-8", LintRule.FILE),
        ("key 'rules' is given twice, first on line 1", LintRule.REPEATED_KEY),
        ("expected a list, not nothing", LintRule.UNREADABLE),
    ],
)
def test_a_file_that_is_no_rules_file_is_an_error(text: str, rule: LintRule) -> None:
    found = unreadable(Problem(place=PLACE, text=text))
    assert (Severity.ERROR, rule, True) == (found.severity, found.rule, bool(found.instead))


def test_an_object_that_has_nothing_to_do_with_rules_needs_no_change() -> None:
    (problem,) = rule_entries("kind: Deployment\n", source="app.yaml").warnings
    found = remark(problem)
    assert (LintRule.NOT_SERVED, "a Deployment holds no rules and is passed over", "nothing") == (
        found.rule,
        found.message,
        found.instead.partition(",")[0],
    )


def test_what_is_passed_over_is_a_warning() -> None:
    found = remark(Problem(place=PLACE, text="rules is not served: only externalRules are, of external metrics"))
    assert (Severity.WARNING, LintRule.NOT_SERVED) == (found.severity, found.rule)
