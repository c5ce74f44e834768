"""Which resources the linter knows without a cluster."""

import pytest

from adapter.externalmetrics.lintresources import resource_findings
from adapter.externalmetrics.yamlvalues import parse


def said_of(override: str) -> list[str]:
    [rule] = parse(f"resources: {{overrides: {{label: {override}}}}}", source="rules.yaml")
    return [finding.instead for finding in resource_findings(rule)]


@pytest.mark.parametrize(
    "override",
    [
        "{resource: namespace}",
        "{resource: Pods}",
        "{resource: deployment}",
        "{group: apps, resource: deployments}",
        "{group: networking.k8s.io, resource: ingresses}",
        "{group: networking.k8s.io, resource: networkpolicies}",
        "{group: storage.k8s.io, resource: storageclasses}",
        "{resource: endpoints}",
        "{group: kafka.strimzi.io, resource: kafkatopic}",
        "{resource: ''}",
        "{}",
        "[a]",
        "{resource: [a]}",
    ],
)
def test_nothing_is_said_of_what_may_be_there(override: str) -> None:
    assert [] == said_of(override)


@pytest.mark.parametrize(
    ("override", "instead"),
    [
        ("{resource: ns}", "write resource: namespace"),
        ("{resource: namespce}", "write resource: namespace"),
        ("{group: apps, resource: deploymnt}", "write resource: deployment"),
        ("{group: apps, resource: job}", "leave group out, or give that of job: batch"),
        ("{group: v1, resource: pod}", 'leave group out, or give that of pod: ""'),
        ("{resource: gadget}", "write a resource as kubectl api-resources lists it, with its group"),
        ("{group: metrics.k8s.io, resource: gadget}", "write a resource as kubectl api-resources lists it"),
    ],
)
def test_what_no_api_server_has_is_named(override: str, instead: str) -> None:
    assert [instead] == said_of(override)


@pytest.mark.parametrize(
    "text", ["resources:", "resources: {overrides: }", "resources: [a]", "seriesQuery: lag", "[a]"]
)
def test_a_rule_without_overrides_has_none(text: str) -> None:
    [rule] = parse(text, source="rules.yaml")
    assert [] == list(resource_findings(rule))
