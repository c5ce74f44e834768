"""Which label of a rule's series holds the namespace? The one thing that `resources` decides for an external metric."""

from dataclasses import dataclass

from adapter.externalmetrics.templates import Field, Template, TemplateError, parse_template
from adapter.externalmetrics.yamlvalues import YamlValue
from adapter.prometheus.promql import is_label_name


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnNamespace:
    """A read sees only series whose `label` is the namespace it asks for."""

    label: str


@dataclass(frozen=True, slots=True)
class AnyNamespace:
    """`namespaced: false`: every namespace reads the same series."""


NamespacePolicy = OwnNamespace | AnyNamespace


def read_namespace_policy(rule: YamlValue, resources: YamlValue | None) -> NamespacePolicy:
    """What `resources` says.

    Raises RulesError, also for a namespaced rule that doesn't say which label holds the namespace.
    """
    fields = resources.fields(("template", "overrides", "namespaced")) if resources is not None else {}
    if "namespaced" in fields and not fields["namespaced"].flag():
        return AnyNamespace()
    overridden = _overridden(fields["overrides"]) if "overrides" in fields else None
    if overridden is not None:
        return OwnNamespace(label=overridden)
    if "template" in fields and fields["template"].text():
        return OwnNamespace(label=_from_template(fields["template"]))
    return (resources or rule).fail(
        "the rule doesn't say which label holds the namespace: give resources: "
        '{overrides: {namespace: {resource: "namespace"}}}, or namespaced: false to let every namespace read all'
    )


def _overridden(overrides: YamlValue) -> str | None:
    labels = {label: entry for label, entry in overrides.entries().items() if _is_namespace(entry)}
    if len(labels) > 1:
        overrides.fail(f"several labels stand for the namespace: {', '.join(sorted(labels))}; keep one")
    for label, entry in labels.items():
        return _checked(label, entry)
    return None


def _is_namespace(entry: YamlValue) -> bool:
    fields = entry.fields(("group", "resource"))
    group = fields["group"].text() if "group" in fields else ""
    resource = fields["resource"].text().lower() if "resource" in fields else ""
    if not resource:
        entry.fail('an override names a resource: {resource: "namespace"}')
    return not group and resource in {"namespace", "namespaces"}


def _from_template(value: YamlValue) -> str:
    try:
        template = parse_template(value.text(), fields=(Field.GROUP, Field.RESOURCE), label_values=False)
    except TemplateError as error:
        value.fail(str(error))
    if not template.uses(Field.RESOURCE):
        value.fail("the template has to contain <<.Resource>>")
    return _checked(_label_of(template), value)


def _label_of(template: Template) -> str:
    # Namespaces are of the core group, whose name is empty.
    filled = {Field.GROUP: "", Field.RESOURCE: "namespace"}
    return "".join(filled[part] if isinstance(part, Field) else str(part) for part in template.parts)


def _checked(label: str, value: YamlValue) -> str:
    if not is_label_name(label):
        value.fail(f"{label!r} is no label name: letters, digits and underscores, not beginning with a digit")
    return label
