"""Whose series does a read see? What `resources`, `namespace` and `namespaceAllow` say about namespaces."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from adapter.externalmetrics.problems import concerning_one_rule
from adapter.externalmetrics.templatefunctions import TemplateFault
from adapter.externalmetrics.templaterendering import fill
from adapter.externalmetrics.templates import Field, TemplateError, Vocabulary, parse_template
from adapter.externalmetrics.yamlvalues import YamlValue
from adapter.prometheus.promql import is_label_name


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnNamespace:
    """A read sees only series whose `label` is the namespace it asks for."""

    label: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FixedNamespace:
    """`namespace: fixed:X`: every read sees the series whose `label` is `namespace`, and no other."""

    label: str
    namespace: str


@dataclass(frozen=True, slots=True)
class AnyNamespace:
    """`namespaced: false`, or `namespace: any`: every namespace reads the same series."""


NamespacePolicy = OwnNamespace | FixedNamespace | AnyNamespace


def read_namespace_policy(rule: YamlValue, fields: Mapping[str, YamlValue]) -> NamespacePolicy:
    """What a rule's `namespace` says, and without it `resources`.

    Raises RulesError, also for a namespaced rule that doesn't say which label holds the namespace.
    """
    resources = fields.get("resources")
    inner = resources.fields(("template", "overrides", "namespaced")) if resources is not None else {}
    with concerning_one_rule():
        wanted, named = _wanted(fields["namespace"]) if "namespace" in fields else ("", "")
    unbound = "namespaced" in inner and not inner["namespaced"].flag()
    labels = _namespace_labels(inner["overrides"]) if "overrides" in inner else {}
    if unbound and wanted in {"own", "fixed"}:
        text = f"namespace: {wanted} and resources.namespaced: false exclude each other: keep one"
        fields["namespace"].set_rule_aside(text)
    if unbound or wanted == "any":
        return AnyNamespace()
    label = _overridden(inner["overrides"], labels) if labels else _label_of(rule, resources, inner)
    return FixedNamespace(label=label, namespace=named) if wanted == "fixed" else OwnNamespace(label=label)


def read_allowed_namespaces(value: YamlValue) -> frozenset[str]:
    """The namespaces that `namespaceAllow` lists. Raises RulesError."""
    with concerning_one_rule():
        names = frozenset(_checked_namespace(item.text(), item) for item in value.items())
    if not names:
        value.set_rule_aside(
            "an empty namespaceAllow lets nobody read the metric: list the namespaces, or leave the key out"
        )
    return names


def is_namespace(text: str) -> bool:
    """Whether a namespace can be called that: a label of the DNS."""
    return _NAMESPACE.fullmatch(text) is not None


def _wanted(value: YamlValue) -> tuple[str, str]:
    kind, _, name = value.text().partition(":")
    if (kind in {"own", "any"} and not name) or (kind == "fixed" and name):
        return kind, _checked_namespace(name.strip(), value) if name else ""
    return value.fail(f"namespace is own, any or fixed:NAME, not {value.text()!r}")


def _checked_namespace(text: str, value: YamlValue) -> str:
    if not is_namespace(text):
        value.fail(f"{text!r} is no name of a namespace: lower-case letters, digits and dashes, at most 63")
    return text


def _label_of(rule: YamlValue, resources: YamlValue | None, fields: Mapping[str, YamlValue]) -> str:
    if "template" in fields and fields["template"].text():
        return _from_template(fields["template"])
    return (resources or rule).set_rule_aside(
        "the rule doesn't say which label holds the namespace: give resources: "
        '{overrides: {namespace: {resource: "namespace"}}}, or namespaced: false to let every namespace read all'
    )


def _namespace_labels(overrides: YamlValue) -> Mapping[str, YamlValue]:
    return {label: entry for label, entry in overrides.entries().items() if _is_namespaces(entry)}


def _overridden(overrides: YamlValue, labels: Mapping[str, YamlValue]) -> str:
    [(label, entry), *others] = labels.items()
    if others:
        overrides.set_rule_aside(f"several labels stand for the namespace: {', '.join(sorted(labels))}; keep one")
    return _checked(label, entry)


def _is_namespaces(entry: YamlValue) -> bool:
    fields = entry.fields(("group", "resource"))
    group = fields["group"].text() if "group" in fields else ""
    resource = fields["resource"].text().lower() if "resource" in fields else ""
    if not resource:
        entry.fail('an override names a resource: {resource: "namespace"}')
    return not group and resource in {"namespace", "namespaces"}


def _from_template(value: YamlValue) -> str:
    try:
        template = parse_template(value.text(), Vocabulary(fields=(Field.GROUP, Field.RESOURCE)))
    except TemplateError as error:
        value.fail(str(error))
    if not template.uses(Field.RESOURCE):
        value.fail("the template has to contain <<.Resource>>")
    try:
        # Namespaces are of the core group, whose name is empty.
        label = fill(template, {Field.GROUP: "", Field.RESOURCE: "namespace"})
    except TemplateFault as error:
        value.fail(str(error))
    return _checked(label, value)


def _checked(label: str, value: YamlValue) -> str:
    if not is_label_name(label):
        value.set_rule_aside(f"{label!r} is no label name: letters, digits and underscores, not beginning with a digit")
    return label


_NAMESPACE = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?", re.ASCII)
