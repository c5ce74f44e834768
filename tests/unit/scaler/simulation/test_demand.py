"""How much there is to do."""

import pytest

from scaler.api.types import Milli
from scaler.simulation.demand import Demand
from tests.unit.scaler.simulation.scenes import SPEC, manifest, run_of

EXTERNAL = "{type: External, external: {metric: {name: lag}, target: {type: %s}}}"
OBJECT = (
    "{type: Object, object: {describedObject: {apiVersion: v1, kind: Service, name: web}, metric: {name: hits}, "
    "target: {type: Value, value: 5}}}"
)


def demand(metrics: str, series: str, workload: str = "{replicas: 2}") -> Demand:
    run = run_of(autoscaler=manifest(f"{SPEC}, metrics: [{metrics}]"), metrics=series, workload=workload, until="0s")
    return run.syncs[0].demand


@pytest.mark.parametrize(("lag", "above"), [(60, False), (61, True)])
def test_a_target_per_replica_is_one_per_ready_pod(lag: int, above: bool) -> None:
    metric = EXTERNAL % "AverageValue, averageValue: 30"
    expected = Demand(total=Milli(lag * 1000), above_target=above)
    assert expected == demand(metric, f"{{lag: [{{at: 0s, value: {lag}}}]}}")


def test_pods_that_do_not_run_carry_nothing() -> None:
    metric = EXTERNAL % "AverageValue, averageValue: 30"
    assert demand(metric, "{lag: [{at: 0s, value: 1}]}", "{replicas: 2, podStart: never}").above_target


def test_several_metrics_add_up_and_one_above_its_target_is_enough() -> None:
    metrics = f"{EXTERNAL % 'Value, value: 9'}, {OBJECT}"
    series = "{lag: [{at: 0s, value: 9}], Service/web/hits: [{at: 0s, value: 6}]}"
    assert Demand(total=Milli(15_000), above_target=True) == demand(metrics, series)


def test_what_cannot_be_read_says_nothing() -> None:
    metric = EXTERNAL % "Value, value: 9"
    assert Demand(total=Milli(0), above_target=False) == demand(metric, "{lag: [{at: 0s, error: x}]}")
