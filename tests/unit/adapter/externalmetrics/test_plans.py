"""A read is planned once: what is asked, of whom, and with which others."""

from dataclasses import replace

import pytest

from adapter.externalmetrics.catalog import Served
from adapter.externalmetrics.plans import Plan, plan_of
from adapter.externalmetrics.queries import Inexpressible
from adapter.kube.selectors import parse_selector
from adapter.prometheus.servers import Header, parse_server
from tests.unit.adapter.externalmetrics.ruletexts import only_rule

SERVER = parse_server("http://h:9090")
TENANTS = replace(SERVER, headers=(Header(name="X-Scope-OrgID", pieces=("", "")),))


def planned(
    selector: str = "", namespace: str = "team-a", *, tenants: bool = False, **changes: str
) -> Plan | Inexpressible:
    served = Served(rule=only_rule(**changes), series="queue_lag")
    server = TENANTS if tenants else SERVER
    return plan_of(served, server, metric="m", namespace=namespace, selector=parse_selector(selector))


def plan(selector: str = "", namespace: str = "team-a", *, tenants: bool = False, **changes: str) -> Plan:
    found = planned(selector, namespace, tenants=tenants, **changes)
    assert isinstance(found, Plan)
    return found


def test_reads_that_differ_in_values_and_namespace_are_of_one_group() -> None:
    one, other = plan("name=a,zone!=x"), plan("zone!=x,name=b", "team-b")
    assert (True, ("name", "namespace"), ("a", "team-a"), ("b", "team-b")) == (
        one.group == other.group,
        one.group.names if one.group is not None else (),
        one.values,
        other.values,
    )


@pytest.mark.parametrize(
    ("one", "other"),
    [("name=a", "zone=a"), ("name=a", "name in (a,b)"), ("name=a", "name=a,zone"), ("name=a", "name=a,name!=b")],
)
def test_reads_that_differ_in_anything_else_are_not(one: str, other: str) -> None:
    assert plan(one).group != plan(other).group


def test_a_rule_without_a_known_shape_has_no_groups() -> None:
    assert plan("name=a", metricsQuery="'sum(<<.Series>>{<<.LabelMatchers>>}) + 1'").group is None


def test_without_anything_to_differ_in_there_is_no_group() -> None:
    assert plan("name!=a", resources="{namespaced: false}").group is None


def test_where_headers_name_the_namespace_no_two_share_a_query_or_an_answer() -> None:
    shared = {"resources": "{namespaced: false}"}
    one, other = (plan("name=x", namespace, tenants=True, **shared) for namespace in "ab")
    assert ("a", False, False) == (one.tenant, one.group == other.group, one.key == other.key)


@pytest.mark.parametrize("namespace", ["a\r\nX: b", "A", "a|b", "", "x" * 64])
def test_what_is_no_namespace_gets_into_no_header(namespace: str) -> None:
    assert isinstance(planned("", namespace, tenants=True), Inexpressible)


def test_only_namespaces_that_the_rule_lists_may_read() -> None:
    found = planned("", "team-b", namespaceAllow="[team-a]")
    assert Inexpressible(text="namespace 'team-b' may not read metric 'm', says the rule") == found
    assert isinstance(planned("", "team-a", namespaceAllow="[team-a]"), Plan)


def test_a_rule_with_an_age_asks_for_it_too() -> None:
    found = plan(maxAge="5m")
    assert (True, "timestamp" not in found.promql) == ("min(timestamp(queue_lag{" in found.sent, True)
