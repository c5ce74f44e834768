"""Can the autoscalers beside the rules say what they ask for? Their metrics' names and selectors, by the rules."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from adapter.externalmetrics.catalog import Catalog
from adapter.externalmetrics.lintfindings import Finding, LintRule, error, warning
from adapter.externalmetrics.lintoverflow import Target, target_findings
from adapter.externalmetrics.problems import RulesError
from adapter.externalmetrics.queries import Inexpressible, query_of
from adapter.externalmetrics.yamlvalues import YamlValue
from adapter.kube.quantity import QuantityError, parse_quantity
from adapter.kube.selectors import Selector, SelectorError, selector_of

_STOCK = "HorizontalPodAutoscaler"
AUTOSCALERS = frozenset({_STOCK, "ZeroPodAutoscaler"})


@dataclass(frozen=True, slots=True, kw_only=True)
class _Read:
    """An External metric of an autoscaler, and the selector as text."""

    namespace: str
    metric: YamlValue
    selector: YamlValue | None
    target: Target | None


def targets_in(document: YamlValue) -> tuple[Target, ...]:
    """What HorizontalPodAutoscalers in a document want of external metrics; nothing of what isn't in their form."""
    try:
        return tuple(read.target for read in _reads_of(document) if read.target is not None)
    except RulesError:
        return ()


def autoscaler_findings(document: YamlValue, catalog: Catalog) -> Iterator[Finding]:
    """Findings about a document that may be an autoscaler or a List of them; what isn't in its form is left alone."""
    try:
        reads = tuple(_reads_of(document))
    except RulesError:
        return
    for read in reads:
        yield from _read_findings(read, catalog)


def _read_findings(read: _Read, catalog: Catalog) -> Iterator[Finding]:
    name = read.metric.text()
    try:
        selector = _selector(read.selector) if read.selector is not None else Selector()
    except RulesError:
        return
    except SelectorError as refused:
        place = read.selector.place if read.selector is not None else read.metric.place
        message = f"the selector for metric {name!r} fails at every sync: {refused}"
        instead = "give the rule parameters: a word that the selector may say for the value"
        yield error(place, LintRule.SELECTOR, message, instead=instead)
        return
    served = catalog.metrics.get(name)
    if served is None:
        if not catalog.undiscovered and name not in catalog.refused:
            known = ", ".join(catalog.metrics) or "none"
            message = f"no rule here serves the external metric {name!r}"
            yield warning(read.metric.place, LintRule.UNKNOWN_METRIC, message, instead=f"known here are {known}")
        return
    if read.target is not None:
        yield from target_findings(read.target, served.rule)
    rule, place = served.rule, read.selector.place if read.selector is not None else read.metric.place
    if rule.allowed_namespaces is not None and read.namespace not in rule.allowed_namespaces:
        message = f"namespace {read.namespace!r} may not read metric {name!r}, says the rule at {rule.place}"
        yield error(place, LintRule.SELECTOR, message, instead="add it to namespaceAllow of the rule")
        return
    query = query_of(rule, series=served.series, namespace=read.namespace, selector=selector)
    if isinstance(query, Inexpressible):
        message = f"the selector for metric {name!r} is refused with 400: {query.text}"
        yield error(place, LintRule.SELECTOR, message, instead=f"change the selector, or the rule at {rule.place}")


def _reads_of(document: YamlValue) -> Iterator[_Read]:
    keys = _entries(document)
    kind = keys["kind"].text() if "kind" in keys else ""
    if kind.endswith("List"):
        for item in keys["items"].items() if "items" in keys else ():
            yield from _reads_of(item)
    if kind not in AUTOSCALERS:
        return
    metadata, spec = _entries(keys.get("metadata")), _entries(keys.get("spec"))
    namespace = metadata["namespace"].text() if "namespace" in metadata else "default"
    for metric in spec["metrics"].items() if "metrics" in spec else ():
        external = _entries(_entries(metric).get("external"))
        identifier = _entries(external.get("metric"))
        if "name" in identifier:
            target = _target(external, namespace, identifier["name"]) if kind == _STOCK else None
            yield _Read(
                namespace=namespace, metric=identifier["name"], selector=identifier.get("selector"), target=target
            )


def _target(external: Mapping[str, YamlValue], namespace: str, metric: YamlValue) -> Target | None:
    fields = _entries(external.get("target"))
    amount = fields.get("averageValue") or fields.get("value")
    if amount is None:
        return None
    try:
        quantity = parse_quantity(amount.text())
    except QuantityError:
        return None  # the API server refuses it
    if quantity.sign <= 0:
        return None
    return Target(place=amount.place, namespace=namespace, metric=metric.text(), amount=quantity)


def _selector(value: YamlValue) -> Selector:
    fields = _entries(value)
    labels = {key: text.text() for key, text in _entries(fields.get("matchLabels")).items()}
    expressions = [_expression(_entries(one)) for one in _items(fields.get("matchExpressions"))]
    return selector_of(labels, expressions)


def _expression(fields: Mapping[str, YamlValue]) -> tuple[str, str, list[str]]:
    key, operator = (fields[name].text() if name in fields else "" for name in ("key", "operator"))
    return key, operator, [value.text() for value in _items(fields.get("values"))]


def _entries(value: YamlValue | None) -> Mapping[str, YamlValue]:
    """The entries of a mapping without those that are null; none for nothing."""
    entries = {} if value is None or value.is_null else value.entries()
    return {key: entry for key, entry in entries.items() if not entry.is_null}


def _items(value: YamlValue | None) -> tuple[YamlValue, ...]:
    return () if value is None else value.items()
