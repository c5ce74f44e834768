"""Claims about what a ScaledObject becomes, field by field; the golden files show whole ones."""

from typing import Any

import pytest

from scaler.migration.documents import at
from scaler.migration.from_keda import converted
from scaler.migration.keda_parts import Converted
from scaler.migration.keda_text import autoscalers_text, rules_text

LAG = {
    "type": "prometheus",
    "metadata": {"serverAddress": "http://prometheus:9090", "query": "sum(lag)", "threshold": "30"},
}


def scaled(*triggers: dict[str, Any], annotations: dict[str, str] | None = None, **spec: object) -> dict[str, Any]:
    return {
        "apiVersion": "keda.sh/v1alpha1",
        "kind": "ScaledObject",
        "metadata": {"name": "worker", "namespace": "jobs", "annotations": annotations or {}},
        "spec": {"scaleTargetRef": {"name": "worker"}, "triggers": list(triggers or (LAG,)), **spec},
    }


def said(found: Converted) -> str:
    return "\n".join(each.text for each in found.differences)


def spec_of(source: dict[str, Any]) -> object:
    return at(converted(source).autoscaler, "spec")


@pytest.mark.parametrize(
    ("source", "path", "expected"),
    [
        (scaled(), ("minReplicas",), 0),
        (scaled(minReplicaCount=2), ("minReplicas",), 2),
        (scaled(minReplicaCount=2, idleReplicaCount=0), ("minReplicas",), 0),
        (scaled(), ("maxReplicas",), 100),
        (scaled(maxReplicaCount=7), ("maxReplicas",), 7),
        (scaled(), ("zero",), {"cooldownSeconds": 300, "initial": "ScaledToZero"}),
        (scaled(cooldownPeriod=0), ("zero", "cooldownSeconds"), 0),
        (scaled(minReplicaCount=1), ("zero",), None),
        (scaled(advanced={"restoreToOriginalReplicaCount": True}), ("zero", "onDelete"), "Restore"),
        (scaled(), ("behavior",), None),
        (
            scaled(advanced={"horizontalPodAutoscalerConfig": {"behavior": {"scaleUp": {"novelty": 1}}}}),
            ("behavior",),
            {"scaleUp": {"novelty": 1}},
        ),
        (
            scaled(annotations={"autoscaling.keda.sh/paused-scale-out": "true"}),
            ("behavior",),
            {"scaleUp": {"selectPolicy": "Disabled"}},
        ),
        (scaled(), ("scaleTargetRef",), {"apiVersion": "apps/v1", "kind": "Deployment", "name": "worker"}),
    ],
)
def test_a_field_becomes(source: dict[str, Any], path: tuple[str, ...], expected: object) -> None:
    assert expected == at(spec_of(source), *path)


@pytest.mark.parametrize(
    ("annotations", "expected"),
    [
        ({"autoscaling.keda.sh/paused": "true"}, {"lagzero.dev/paused": "paused by autoscaling.keda.sh/paused"}),
        ({"autoscaling.keda.sh/paused": "false"}, None),
        (
            {"autoscaling.keda.sh/paused-replicas": "0"},
            {"lagzero.dev/paused": "held at 0 by autoscaling.keda.sh/paused-replicas"},
        ),
        ({"owner": "us", "scaledobject.keda.sh/transfer-hpa-ownership": "true"}, {"owner": "us"}),
    ],
)
def test_a_pause_stays_one_and_no_annotation_of_kedas_goes_along(
    annotations: dict[str, str], expected: dict[str, str] | None
) -> None:
    assert expected == at(converted(scaled(annotations=annotations)).autoscaler, "metadata", "annotations")


@pytest.mark.parametrize(
    ("source", "words"),
    [
        (scaled(idleReplicaCount=0, minReplicaCount=3), "fewer than 3"),
        (scaled(initialCooldownPeriod=5), "initialCooldownPeriod"),
        (scaled(pollingInterval=10), "pollingInterval 10"),
        (scaled(fallback={"failureThreshold": 3, "replicas": 6}), "fallback to 6 replicas"),
        (scaled(advanced={"restoreToOriginalReplicaCount": True}), "set it to false"),
        (scaled(annotations={"autoscaling.keda.sh/paused-replicas": "4"}), "to 4 by hand"),
        ({**scaled(), "metadata": {"name": "worker"}}, "names no namespace"),
    ],
)
def test_what_differs_is_said_and_nothing_is_lost(source: dict[str, Any], words: str) -> None:
    found = converted(source)
    assert (True, True) == (words in said(found), found.is_whole)


def test_a_fallback_to_the_present_count_is_no_difference() -> None:
    assert "fallback" not in said(converted(scaled(fallback={"replicas": 6, "behavior": "currentReplicas"})))


@pytest.mark.parametrize(
    ("trigger", "words"),
    [
        ({"type": "cron"}, "the cron trigger 1 has no counterpart: a floor by the clock"),
        ({"type": "kafka"}, "kafka_consumergroup_lag"),
        ({"type": "redis-cluster-streams"}, "the redis-cluster-streams trigger 1 has no counterpart: write a rule"),
        ({"type": "never-heard-of"}, "export its number to Prometheus"),
        ({"type": "cpu", "metadata": {"value": "half"}}, "the cpu trigger 1: Utilization 'half' is no target"),
    ],
)
def test_what_a_trigger_loses_is_said_and_the_autoscaler_only_watches(trigger: dict[str, Any], words: str) -> None:
    found = converted(scaled(LAG, trigger))
    assert (True, False, "Shadow") == (
        words in said(found),
        found.is_whole,
        at(found.autoscaler, "spec", "zero", "mode"),
    )


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ({**scaled(), "kind": "ScaledJob"}, "a queue of Jobs stays with KEDA"),
        (scaled(advanced={"scalingModifiers": {"formula": "a + b"}}), "scalingModifiers.formula 'a + b'"),
        (scaled({"type": "cron"}), "no trigger is left"),
        (scaled({"type": "cpu", "metadata": {"value": "50"}}), "no trigger is left"),
    ],
)
def test_of_some_nothing_is_made(source: dict[str, Any], words: str) -> None:
    found = converted(source)
    assert (None, True, True) == (
        found.autoscaler,
        words in said(found),
        "nothing was made" in autoscalers_text([found]),
    )


def test_a_kind_that_lagzero_has_no_rights_to_as_shipped_is_named() -> None:
    rollout = {"apiVersion": "argoproj.io/v1alpha1", "kind": "Rollout", "name": "worker"}
    found = converted(scaled(scaleTargetRef=rollout))
    text = "it scales a Rollout of argoproj.io: give lagzero the rights to it and to its /scale (component other-kinds)"
    assert (text, True, rollout) == (
        said(found).splitlines()[-1],
        found.is_whole,
        at(found.autoscaler, "spec", "scaleTargetRef"),
    )


@pytest.mark.parametrize(
    ("metadata", "expected"),
    [
        (
            {"value": "70"},
            {
                "type": "Resource",
                "resource": {"name": "cpu", "target": {"type": "Utilization", "averageUtilization": 70}},
            },
        ),
        (
            {"value": "1", "type": "AverageValue", "containerName": "main"},
            {
                "type": "ContainerResource",
                "containerResource": {
                    "name": "cpu",
                    "container": "main",
                    "target": {"type": "AverageValue", "averageValue": "1"},
                },
            },
        ),
    ],
)
def test_cpu_is_the_resource_metric_that_keda_makes_of_it(metadata: dict[str, str], expected: dict[str, Any]) -> None:
    source = scaled({"type": "cpu", "metadata": metadata}, minReplicaCount=1)
    assert at(spec_of(source), "metrics") == [expected]


def test_equal_servers_are_one_and_the_output_is_the_same_every_time() -> None:
    found = [converted(scaled(LAG, LAG)), converted(scaled(LAG))]
    text = rules_text(found)
    assert (1, 3, text) == (text.count("url:"), text.count("seriesQuery:"), rules_text(list(found)))


def test_without_rules_there_is_no_rules_file() -> None:
    source = scaled({"type": "cpu", "metadata": {"value": "50"}}, minReplicaCount=1)
    assert "" == rules_text([converted(source)])
