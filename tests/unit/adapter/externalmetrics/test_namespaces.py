"""A rule says which label holds the namespace, or that none does; nothing in between."""

import pytest

from adapter.externalmetrics.namespaces import AnyNamespace, FixedNamespace, NamespacePolicy, OwnNamespace
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


@pytest.mark.parametrize(
    ("namespace", "expected"),
    [
        ("own", OwnNamespace(label="namespace")),
        ("fixed:shared", FixedNamespace(label="namespace", namespace="shared")),
        ("any", AnyNamespace()),
    ],
)
def test_the_rule_may_say_whose_series_are_read(namespace: str, expected: NamespacePolicy) -> None:
    assert expected == only_rule(namespace=namespace).namespace


def test_any_namespace_needs_no_label() -> None:
    assert AnyNamespace() == only_rule(namespace="any", resources=None).namespace


def test_the_namespaces_that_may_read_are_listed() -> None:
    assert frozenset({"a", "b-c"}) == only_rule(namespaceAllow="[a, b-c]").allowed_namespaces


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"namespace": "other"}, "namespace is own, any or fixed:NAME, not 'other'"),
        ({"namespace": "fixed"}, "namespace is own, any or fixed:NAME, not 'fixed'"),
        ({"namespace": "fixed:A"}, "'A' is no name of a namespace"),
        ({"namespace": "own:x"}, "namespace is own, any or fixed:NAME"),
        (
            {"namespace": "own", "resources": "{namespaced: false}"},
            "namespace: own and resources.namespaced: false excl",
        ),
        ({"namespace": "fixed:x", "resources": None}, "doesn't say which label holds the namespace"),
        ({"namespaceAllow": "[]"}, "an empty namespaceAllow lets nobody read the metric"),
        ({"namespaceAllow": "['*']"}, "'*' is no name of a namespace"),
        ({"namespaceAllow": "a"}, "expected a list, not 'a'"),
    ],
)
def test_what_a_rule_says_of_namespaces_makes_sense(changes: dict[str, str | None], message: str) -> None:
    with pytest.raises(RulesError) as caught:
        only_rule(**changes)
    assert message in str(caught.value)
