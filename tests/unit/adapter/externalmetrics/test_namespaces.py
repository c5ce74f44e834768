"""A rule says which label holds the namespace, or that none does; nothing in between."""

import pytest

from adapter.externalmetrics.namespaces import AnyNamespace, NamespacePolicy, OwnNamespace
from adapter.externalmetrics.rules import RulesError
from tests.unit.adapter.externalmetrics.ruletexts import only_rule


@pytest.mark.parametrize(
    ("resources", "expected"),
    [
        ("{overrides: {ns: {resource: namespace}}}", OwnNamespace(label="ns")),
        ("{overrides: {ns: {resource: namespaces, group: ''}, pod: {resource: pod}}}", OwnNamespace(label="ns")),
        (
            "{overrides: {x: {resource: namespace, group: example.com}}, template: <<.Resource>>}",
            OwnNamespace(label="namespace"),
        ),
        ("{template: 'kube_<<.Resource>>'}", OwnNamespace(label="kube_namespace")),
        ("{template: 'a_<<.Group>>_<< .Resource >>'}", OwnNamespace(label="a__namespace")),
        ("{template: <<.Resource>>, overrides: {ns: {resource: namespace}}}", OwnNamespace(label="ns")),
        ("{namespaced: true, template: <<.Resource>>}", OwnNamespace(label="namespace")),
        ("{namespaced: false}", AnyNamespace()),
        ("{namespaced: false, template: <<.Resource>>}", AnyNamespace()),
    ],
)
def test_the_label_of_the_namespace_is_found(resources: str, expected: NamespacePolicy) -> None:
    assert expected == only_rule(resources=resources).namespace


@pytest.mark.parametrize(
    ("resources", "message"),
    [
        ("{overrides: {pod: {resource: pod}}}", "doesn't say which label holds the namespace"),
        ("{namespaced: true}", "doesn't say which label holds the namespace"),
        (
            "{overrides: {a: {resource: namespace}, b: {resource: namespaces}}}",
            "several labels stand for the namespace: a, b",
        ),
        ("{overrides: {a-b: {resource: namespace}}}", "'a-b' is no label name"),
        ("{overrides: {a: {group: apps}}}", "an override names a resource"),
        ("{overrides: {a: namespace}}", "expected a mapping"),
        ("{template: namespace}", "the template has to contain <<.Resource>>"),
        ("{template: '<<.Resource'}", "<< is never closed by >>"),
        ("{template: '<<.Name>>'}", "<<.Name>> is not understood"),
        ("{template: '<<.Resource>>-x'}", "'namespace-x' is no label name"),
    ],
)
def test_a_namespace_that_would_be_guessed_is_an_error(resources: str, message: str) -> None:
    with pytest.raises(RulesError) as caught:
        only_rule(resources=resources)
    assert message in str(caught.value)
