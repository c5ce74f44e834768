"""How will a read be carried out? What is asked, of whom, and with which others it may be asked together."""

from dataclasses import dataclass

from adapter.externalmetrics.ages import with_ages
from adapter.externalmetrics.catalog import Served
from adapter.externalmetrics.namespaces import is_namespace
from adapter.externalmetrics.problems import Place
from adapter.externalmetrics.queries import Inexpressible, query_of
from adapter.externalmetrics.rule import Rule
from adapter.externalmetrics.windows import window_of
from adapter.kube.selectors import Selector
from adapter.prometheus.promql import Matcher, MatchOperator
from adapter.prometheus.servers import PrometheusServer


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """Reads that one query can answer: they differ only in the values of the labels `names`, which are sorted."""

    rule: Place
    metric: str
    series: str
    tenant: str
    names: tuple[str, ...]
    others: tuple[Matcher, ...]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Plan:
    """One read. `promql` answers it alone; `sent` also asks for ages, if the rule wants them.

    `tenant` is the namespace that the headers of the request name; empty when they name none. `values` are those of
    the group's labels, in their order. `window_seconds` is the time that the answer is about, if that is known.
    """

    key: tuple[str, str, str]
    rule: Rule
    series: str
    metric: str
    tenant: str
    promql: str
    sent: str
    group: Group | None
    values: tuple[str, ...]
    window_seconds: int | None


def plan_of(
    served: Served, server: PrometheusServer, *, metric: str, namespace: str, selector: Selector
) -> Plan | Inexpressible:
    """The plan for a read, or why it can't be said, isn't allowed, or fails by the rule's fault."""
    rule = served.rule
    if rule.allowed_namespaces is not None and namespace not in rule.allowed_namespaces:
        return Inexpressible(text=f"namespace {namespace!r} may not read metric {metric!r}, says the rule")
    if server.is_per_namespace and not is_namespace(namespace):
        return Inexpressible(text=f"{namespace!r} is no name of a namespace")
    query = query_of(rule, series=served.series, namespace=namespace, selector=selector)
    if isinstance(query, Inexpressible):
        return query
    tenant = namespace if server.is_per_namespace else ""
    sent = query.promql
    if rule.policies.max_age_seconds is not None:
        matchers = ",".join(map(str, query.matchers))
        sent = with_ages(sent, rule.selectors, series=served.series, matchers=matchers, by="")
    varying = _varying(query.matchers) if rule.shape is not None else ()
    group = Group(
        rule=rule.place,
        metric=metric,
        series=served.series,
        tenant=tenant,
        names=tuple(matcher.label for matcher in varying),
        others=tuple(matcher for matcher in query.matchers if matcher not in varying),
    )
    return Plan(
        key=(metric, query.promql, tenant),
        rule=rule,
        series=served.series,
        metric=metric,
        tenant=tenant,
        promql=query.promql,
        sent=sent,
        group=group if varying else None,
        values=tuple(matcher.value for matcher in varying),
        window_seconds=rule.window_seconds if rule.window_seconds is not None else window_of(query.promql),
    )


def _varying(matchers: tuple[Matcher, ...]) -> tuple[Matcher, ...]:
    """The equalities by which reads may differ, sorted; a label that is spoken of twice is none of them."""
    labels = [matcher.label for matcher in matchers]
    equal = (matcher for matcher in matchers if matcher.operator is MatchOperator.EQUAL and matcher.value)
    return tuple(sorted((one for one in equal if labels.count(one.label) == 1), key=lambda matcher: matcher.label))
