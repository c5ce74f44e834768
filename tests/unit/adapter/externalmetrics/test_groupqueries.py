"""One query for many reads gives each of them what its own would have given."""

from datetime import UTC, datetime

from adapter.externalmetrics.ages import AGE_LABEL
from adapter.externalmetrics.catalog import Served
from adapter.externalmetrics.groupqueries import group_query, parts_of
from adapter.externalmetrics.plans import Group, Plan, plan_of
from adapter.kube.selectors import parse_selector
from adapter.prometheus.samples import Sample
from adapter.prometheus.servers import parse_server
from tests.unit.adapter.externalmetrics.ruletexts import only_rule

AT = datetime(2025, 1, 1, tzinfo=UTC)


def plans(*selectors: str, **changes: str) -> tuple[Plan, ...]:
    served = Served(rule=only_rule(**changes), series="q")
    server = parse_server("http://h:9090")
    found = [
        plan_of(served, server, metric="m", namespace="team-a", selector=parse_selector(selector))
        for selector in selectors
    ]
    return tuple(plan for plan in found if isinstance(plan, Plan))


def group(members: tuple[Plan, ...]) -> Group:
    [found] = {plan.group for plan in members}
    assert found is not None
    return found


def sample(value: str, **labels: str) -> Sample:
    return Sample(labels=labels, at=AT, value=value)


def test_what_differs_is_asked_for_by_alternatives_and_kept_by_label() -> None:
    members = plans("name=a.b,zone!=x", "name=c,zone!=x")
    expected = r'sum(q{name=~"a\\.b|c",namespace="team-a",zone!="x"}) by (name,namespace)'
    assert expected == group_query(group(members), members)


def test_ages_are_asked_for_each_read() -> None:
    members = plans("name=a", "name=b", maxAge="1m")
    expected = (
        '(sum(q{name=~"a|b",namespace="team-a"}) by (name,namespace)\n)\n'
        'or label_replace(min(timestamp(q{name=~"a|b",namespace="team-a"})) by (name,namespace),'
        '"__lagzero_oldest__","0","","")'
    )
    assert expected == group_query(group(members), members)


def test_each_read_gets_its_own_samples_with_the_labels_its_own_query_has() -> None:
    members = plans("name=a", "name=b", "name=c", metricsQuery="'sum(<<.Series>>{<<.LabelMatchers>>}) by (name, z)'")
    samples = (
        sample("1", name="a", z="x", namespace="team-a"),
        sample("2", name="a", namespace="team-a"),
        sample("3", name="b", namespace="team-a"),
        sample("4", name="b", namespace="team-b"),
        sample("5", name="d", namespace="team-a"),
    )
    a, b, c = members
    expected = {a: (sample("1", name="a", z="x"), sample("2", name="a")), b: (sample("3", name="b"),), c: ()}
    assert expected == parts_of(group(members), members, samples)


def test_without_aggregation_every_label_stays() -> None:
    members = plans("name=a", metricsQuery="'<<.Series>>{<<.LabelMatchers>>}'")
    one = sample("1", name="a", namespace="team-a", __name__="q")
    assert {members[0]: (one,)} == parts_of(group(members), members, (one,))


def test_the_age_goes_to_whom_it_belongs() -> None:
    members = plans("name=a", "name=b", maxAge="1m")
    age = Sample(labels={"name": "a", "namespace": "team-a", AGE_LABEL: "0"}, at=AT, value="9")
    expected = {members[0]: (Sample(labels={AGE_LABEL: "0"}, at=AT, value="9"),), members[1]: ()}
    assert expected == parts_of(group(members), members, (age,))
