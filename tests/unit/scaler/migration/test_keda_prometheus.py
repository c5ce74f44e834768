"""Claims about what a trigger of type prometheus becomes, field by field."""

from dataclasses import replace

import pytest

from scaler.migration.documents import at
from scaler.migration.keda_parts import Part, Rule
from scaler.migration.keda_prometheus import Trigger, part_of_prometheus

QUERY = {"serverAddress": "http://prometheus:9090", "query": "sum(lag)", "threshold": "30"}


TRIGGER = Trigger(
    name="my-worker", namespace="jobs", index=1, metadata=QUERY, metric_type="", authentication="", goes_to_zero=True
)


def part(trigger: Trigger = TRIGGER, /, **metadata: str) -> Part:
    """What comes of the trigger with these fields; an empty one is left out."""
    said = {key: value for key, value in {**QUERY, **metadata}.items() if value}
    return part_of_prometheus(replace(trigger, metadata=said))


def rule(**metadata: str) -> Rule:
    made = part(**metadata).rule
    assert made is not None
    return made


def test_the_metric_is_named_after_object_and_trigger() -> None:
    made = part()
    assert ("keda:jobs:my_worker:1", "keda:jobs:my_worker:1", "jobs") == (
        at(made.metric, "external", "metric", "name"),
        rule().metric,
        rule().namespace,
    )


def test_no_two_objects_share_a_name() -> None:
    placed = [("jobs", "x-y"), ("jobs-x", "y"), ("jobs", "x.y"), ("jobs", "x"), ("jobs", "x--y")]
    names = {replace(TRIGGER, namespace=namespace, name=name).metric for namespace, name in placed}
    assert len(placed) == len(names)


@pytest.mark.parametrize(
    ("metric_type", "threshold", "expected"),
    [
        ("", "30", {"type": "AverageValue", "averageValue": "30"}),
        ("AverageValue", "100.50", {"type": "AverageValue", "averageValue": "100500m"}),
        ("Value", "1e3", {"type": "Value", "value": "1k"}),
        ("", " 0.5 ", {"type": "AverageValue", "averageValue": "500m"}),
    ],
)
def test_the_threshold_is_the_target(metric_type: str, threshold: str, expected: dict[str, str]) -> None:
    assert expected == at(
        part(replace(TRIGGER, metric_type=metric_type), threshold=threshold).metric, "external", "target"
    )


@pytest.mark.parametrize(
    ("activation", "goes_to_zero", "expected"),
    [
        ("", True, "sum(lag)"),
        ("0", True, "sum(lag)"),
        ("5", True, "(sum(lag)) * ((sum(lag)) > bool 5)"),
        ("5", False, "sum(lag)"),
    ],
)
def test_an_activation_threshold_makes_the_value_zero_below_it(
    activation: str, expected: str, *, goes_to_zero: bool
) -> None:
    made = part(replace(TRIGGER, goes_to_zero=goes_to_zero), activationThreshold=activation).rule
    assert made is not None
    assert expected == made.query


def test_a_comment_in_the_query_ends_before_the_bracket() -> None:
    assert "(lag # all\n) * ((lag # all\n) > bool 2)" == rule(query="lag # all", activationThreshold="2").query


@pytest.mark.parametrize(("said", "expected"), [("", "zero"), ("true", "zero"), ("false", "error"), ("False", "error")])
def test_no_series_is_zero_unless_null_values_are_not_ignored(said: str, expected: str) -> None:
    assert expected == rule(ignoreNullValues=said).on_empty


@pytest.mark.parametrize(
    ("metadata", "url"),
    [
        ({}, "http://prometheus:9090"),
        ({"namespace": "jobs"}, "http://prometheus:9090?namespace=jobs"),
        (
            {"serverAddress": "https://a/b?c=d", "queryParameters": "z=1,dedup=a b"},
            "https://a/b?c=d&dedup=a%20b&z=1",
        ),
    ],
)
def test_parameters_go_into_the_servers_address(metadata: dict[str, str], url: str) -> None:
    assert url == rule(**metadata).server.url


def test_headers_are_the_servers() -> None:
    server = rule(customHeaders="B=2, A=1", cortexOrgID="us").server
    assert (("A", "1"), ("B", "2"), ("X-Scope-OrgID", "us")) == server.headers


@pytest.mark.parametrize(
    ("text", "expected"), [("", ""), ("1000", "1000ms"), ("90000", "30000ms"), ("0", ""), ("soon", "")]
)
def test_a_timeout_is_milliseconds(text: str, expected: str) -> None:
    assert expected == rule(timeout=text).timeout


@pytest.mark.parametrize(
    ("metadata", "words"),
    [
        ({"serverAddress": ""}, "names no serverAddress"),
        ({"query": ""}, "has no query"),
        ({"query": 'a{b="<<"}'}, "holds <<"),
        ({"threshold": "many"}, "no number above 0"),
        ({"threshold": "0"}, "no number above 0"),
        ({"threshold": "-3"}, "no number above 0"),
        ({"threshold": ""}, "no number above 0"),
        ({"activationThreshold": "few"}, "is no number"),
    ],
)
def test_what_cannot_be_used_loses_the_trigger_and_says_why(metadata: dict[str, str], words: str) -> None:
    made = part(**metadata)
    [difference] = made.differences
    assert (None, None, True, True) == (made.metric, made.rule, difference.lost, words in difference.text)


def test_a_metric_type_that_no_external_metric_has_loses_it() -> None:
    made = part(replace(TRIGGER, metric_type="Utilization"))
    assert [(True, True)] == [("metricType Utilization" in each.text, each.lost) for each in made.differences]


@pytest.mark.parametrize(
    ("made", "words"),
    [
        (
            part(replace(TRIGGER, authentication="TriggerAuthentication a"), authModes="bearer"),
            "authModes bearer by TriggerAuthentication a",
        ),
        (
            part(replace(TRIGGER, authentication="ClusterTriggerAuthentication a")),
            "ClusterTriggerAuthentication a: mount",
        ),
        (part(unsafeSsl="true"), "tls.caFile"),
    ],
)
def test_credentials_are_named_never_dropped(made: Part, words: str) -> None:
    lost = [each.text for each in made.differences if each.lost]
    assert (1, True, True) == (len(lost), words in lost[0], made.rule is not None)
