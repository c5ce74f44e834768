"""What is wrong with one rule keeps that rule from being served; what is wrong with a file, the file."""

import pytest

from adapter.externalmetrics.rules import RulesError, read_rules
from tests.unit.adapter.externalmetrics.ruletexts import read, rule_text


@pytest.mark.parametrize(
    "changes",
    [
        {"seriesQuery": None},
        {"seriesQuery": "'sum(queue_lag)'"},
        {"metricsQuery": None},
        {"metricsQuery": "'<<.LabelMatchersByName>>'"},
        {"metricsQuery": "'sum({{.Series}})'"},
        {"metricsQuery": "'<<len 3>>'"},
        {"resources": None},
        {"resources": "{overrides: {a: {resource: namespace}, b: {resource: namespaces}}}"},
        {"resources": "{overrides: {no-label: {resource: namespace}}}"},
        {"resources": "{template: 'kube.<<.Resource>>'}"},
        {"name": "{matches: '^(.*)$', as: '$1_total'}"},
        {"name": "{matches: '^(.*)$', as: '${2}'}"},
        {"name": "{as: '<<.Series>>'}"},
        {"onEmpty": "nothing"},
        {"cache": "soon"},
        {"parameters": "{a: b}"},
        {"namespace": "mine"},
        {"namespaceAllow": "[]"},
        {"server": "eu"},
        {"server": "{a: b}"},
    ],
)
def test_what_prometheus_adapter_starts_with_sets_aside_no_more_than_the_rule(changes: dict[str, str | None]) -> None:
    rules = read(rule_text(**changes), rule_text(seriesQuery="other"))
    assert (["other"], 1) == ([rule.fixed_name for rule in rules.rules], len(rules.refused))


@pytest.mark.parametrize(
    "changes",
    [
        {"serieQuery": "x"},
        {"metricsQuery": "'<<.Series'"},
        {"metricsQuery": "'<<if .Series>>'"},
        {"metricsQuery": "'<<join .Series>>'"},
        {"seriesFilters": "[{is: a, isNot: b}]"},
        {"seriesFilters": "[{is: '('}]"},
        {"name": "{matches: '('}"},
        {"name": "{matches: '(a)(b)'}"},
        {"resources": "{template: kube}"},
        {"resources": "{template: '<<.Name>>_<<.Resource>>'}"},
        {"resources": "{overrides: {namespace: {}}}"},
        {"resources": "{namespaced: false, overrides: {namespace: {kind: a}}}"},
        {"resources": "{namespaced: perhaps}"},
        {"seriesQuery": "[a]"},
    ],
)
def test_what_prometheus_adapter_does_not_start_with_refuses_the_file(changes: dict[str, str | None]) -> None:
    with pytest.raises(RulesError):
        read(rule_text(**changes), rule_text(seriesQuery="other"))


def test_a_file_is_refused_for_what_is_reason_enough_and_nothing_else() -> None:
    with pytest.raises(RulesError) as caught:
        read(rule_text(metricsQuery=None), rule_text(metricsQuery="'<<.Series'", resources=None))
    assert ["metricsQuery: << is never closed by >>"] == [problem.text for problem in caught.value.problems]


def test_a_server_that_is_described_wrongly_refuses_the_file() -> None:
    with pytest.raises(RulesError, match="servers"):
        read_rules("servers: [{url: 'http://a:9090'}]\nexternalRules:\n" + rule_text(), source="servers.yaml")
