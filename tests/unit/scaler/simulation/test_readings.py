"""What metrics read in a simulated world."""

import pytest

from scaler.algorithm.model import ExternalValues, MetricReading, MetricUnavailable, ObjectValue, PodMetrics
from scaler.api.types import Milli
from tests.unit.scaler.simulation.scenes import PARITY, SETTINGS, SPEC, manifest, run_of

LAG = (
    "{type: External, external: {metric: {name: lag, selector: {matchLabels: {q: a}}}, "
    "target: {type: Value, value: 1}}}"
)
CPU = "{type: Resource, resource: {name: cpu, target: {type: AverageValue, averageValue: 1}}}"
CONTAINER = (
    "{type: ContainerResource, containerResource: {name: cpu, container: app, "
    "target: {type: AverageValue, averageValue: 1}}}"
)
BUSY = "{type: Pods, pods: {metric: {name: busy}, target: {type: AverageValue, averageValue: 1}}}"
RULES = "[{seriesQuery: lag, metricsQuery: '<<.Series>>{<<.LabelMatchers>>}', resources: {namespaced: false}}]"
HITS = (
    "{type: Object, object: {describedObject: {apiVersion: v1, kind: Service, name: web}, metric: {name: hits}, "
    "target: {type: Value, value: 1}}}"
)


def values(*milli: int) -> ExternalValues:
    return ExternalValues(values=tuple(map(Milli, milli)))


def reading(metric: str, metrics: str, *, settings: str = SETTINGS, replicas: int = 2) -> MetricReading:
    """What the metric reads at 0 s."""
    spec = SPEC.replace("minReplicas: 0", "minReplicas: 1")
    run = run_of(
        autoscaler=manifest(f"{spec}, metrics: [{metric}]"),
        metrics=metrics,
        workload=f"{{replicas: {replicas}}}",
        until="0s",
        settings=settings,
    )
    return run.syncs[0].sync.observation.readings[0]


def unavailable(metric: str, metrics: str) -> str:
    found = reading(metric, metrics)
    assert isinstance(found, MetricUnavailable)
    return found.message


def usage(metric: str, metrics: str) -> dict[str, int]:
    found = reading(metric, metrics)
    assert isinstance(found, PodMetrics)
    return {name: sample.value for name, sample in found.by_pod.items()}


def test_a_metric_is_every_series_that_its_selector_chooses() -> None:
    series = """{'lag{q="a",p="0"}': [{at: 0s, value: 1}], 'lag{q="a",p="1"}': [{at: 0s, value: 2}],
                'lag{q="b"}': [{at: 0s, value: 4}], 'other{q="a"}': [{at: 0s, value: 8}]}"""
    assert values(1000, 2000) == reading(LAG, series)


@pytest.mark.parametrize("entries", ["[{at: 0s, missing: true}]", "[{at: 1m, value: 5}]", "[]"])
def test_a_series_that_is_gone_is_missing(entries: str) -> None:
    assert unavailable(LAG, f"{{'lag{{q=\"a\"}}': {entries}}}").endswith(
        "no metrics returned from external metrics API"
    )


def test_a_series_that_fails_spoils_the_others() -> None:
    series = """{'lag{q="a",p="0"}': [{at: 0s, value: 1}], 'lag{q="a",p="1"}': [{at: 0s, error: connection refused}]}"""
    assert unavailable(LAG, series).endswith("unable to fetch metrics from external metrics API: connection refused")


def test_a_series_that_is_no_number_is_an_error_in_the_engines_words() -> None:
    assert "metric 'lag': the series {q='a'} is NaN, which is an error by policy onNaN=error" in unavailable(
        LAG, "{'lag{q=\"a\"}': [{at: 0s, value: NaN}]}"
    )


@pytest.mark.parametrize(("settings", "kind"), [(SETTINGS, MetricUnavailable), (PARITY, ExternalValues)])
def test_only_in_parity_more_is_read_than_the_api_may_carry(settings: str, kind: type) -> None:
    assert kind is type(reading(LAG, "{'lag{q=\"a\"}': [{at: 0s, value: 1e17}]}", settings=settings))


def test_cpu_is_each_pods_own() -> None:
    assert {"worker-1": 200, "worker-2": 200} == usage(CPU, "{resource cpu: [{at: 0s, value: 200m}]}")


def test_a_total_is_shared_by_the_running_pods() -> None:
    assert {"worker-1": 100, "worker-2": 100} == usage(CPU, "{resource cpu: [{at: 0s, total: 200m}]}")


def test_a_container_has_what_the_scenario_says_of_the_resource() -> None:
    assert {"worker-1": 200, "worker-2": 200} == usage(CONTAINER, "{resource cpu: [{at: 0s, value: 200m}]}")


def test_a_pods_metric_is_each_pods_own() -> None:
    assert {"worker-1": 7000, "worker-2": 7000} == usage(BUSY, "{pods/busy: [{at: 0s, value: 7}]}")


def test_an_object_has_one_value() -> None:
    assert ObjectValue(value=Milli(7000)) == reading(HITS, "{Service/web/hits: [{at: 0s, value: 7}]}")


def test_an_object_may_have_more_than_a_series_and_saturates() -> None:
    assert ObjectValue(value=Milli(2**63 - 1)) == reading(HITS, "{Service/web/hits: [{at: 0s, value: 10E}]}")


@pytest.mark.parametrize(
    ("metric", "name", "missing", "failing"),
    [
        (
            CPU,
            "resource cpu",
            "resource cpu: no metrics returned from res",
            "fetch metrics from resource metrics API: x",
        ),
        (BUSY, "pods/busy", "metric busy: no metrics returned from custom", "fetch metrics from custom metrics API: x"),
        (
            HITS,
            "Service/web/hits",
            "could not find the metric hits for web",
            "fetch metrics from custom metrics API: x",
        ),
    ],
)
def test_other_metrics_fail_in_their_own_words(metric: str, name: str, missing: str, failing: str) -> None:
    assert (True, True) == (
        missing in unavailable(metric, f"{{{name}: [{{at: 0s, missing: true}}]}}"),
        failing in unavailable(metric, f"{{{name}: [{{at: 0s, error: x}}]}}"),
    )


@pytest.mark.parametrize(("metric", "name"), [(CPU, "resource cpu"), (BUSY, "pods/busy")])
def test_pods_that_do_not_run_have_no_samples(metric: str, name: str) -> None:
    run = run_of(
        autoscaler=manifest(f"{SPEC.replace('minReplicas: 0', 'minReplicas: 1')}, metrics: [{metric}]"),
        metrics=f"{{{name}: [{{at: 0s, value: 1}}]}}",
        workload="{podStart: never}",
        until="0s",
    )
    assert isinstance(run.syncs[0].sync.observation.readings[0], MetricUnavailable)


@pytest.mark.parametrize("rules", ["[]", RULES])
def test_a_selector_that_nobody_can_read_is_told(rules: str) -> None:
    broken = LAG.replace("matchLabels: {q: a}", "matchExpressions: [{key: q, operator: In, values: [a b!]}]")
    run = run_of(autoscaler=manifest(f"{SPEC}, metrics: [{broken}]"), rules=rules, until="0s")
    found = run.syncs[0].sync.observation.readings[0]
    assert isinstance(found, MetricUnavailable)
    assert "a b!" in found.message
