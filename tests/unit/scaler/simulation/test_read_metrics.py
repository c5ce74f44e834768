"""Keys and entries of the block `metrics`."""

import pytest

from scaler.simulation.moments import Millis
from scaler.simulation.scenario import Labels, MetricKey, ObjectMetric, PodsMetric, Resource, ScenarioError
from scaler.simulation.timeline import Amount, Spread, State
from tests.unit.scaler.simulation.scenes import scenario_of


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("lag", Labels("lag", ())),
        ("'lag{a=\"1/2/3\"}'", Labels("lag", (("a", "1/2/3"),))),
        ("resource cpu", Resource(name="cpu")),
        ("pods/busy", PodsMetric(name="busy")),
        ("Service/web/requests", ObjectMetric(kind="Service", object_name="web", name="requests")),
    ],
)
def test_a_metric_has_one_of_four_names(name: str, key: MetricKey) -> None:
    assert {key} == set(scenario_of(metrics=f"{{{name}: [{{at: 0s, value: 1}}]}}").metrics)


@pytest.mark.parametrize(
    ("entry", "state"),
    [
        ("{at: 0s, value: 1.5}", Amount(text="1.5")),
        ("{at: 0s, value: 1e6}", Amount(text="1e6")),
        ("{at: 0s, value: NaN}", Amount(text="NaN")),
        ("{at: 0s, value: .inf}", Amount(text="+Inf")),
        ("{at: 0s, value: -Inf}", Amount(text="-Inf")),
    ],
)
def test_a_series_keeps_its_text(entry: str, state: State) -> None:
    (timeline,) = scenario_of(metrics=f"{{lag: [{entry}]}}").metrics.values()
    assert state == timeline.at(Millis(0))


@pytest.mark.parametrize(
    ("entry", "state"),
    [
        ("{at: 0s, value: 200m}", Amount(text="0.200000000")),
        ("{at: 0s, total: 2Ki}", Amount(text="2048.000000000", spread=Spread.TOTAL)),
    ],
)
def test_a_resource_is_a_quantity_each_or_in_total(entry: str, state: State) -> None:
    (timeline,) = scenario_of(metrics=f"{{resource cpu: [{entry}]}}").metrics.values()
    assert state == timeline.at(Millis(0))


def test_a_ramp_begins_where_the_entry_above_is() -> None:
    entries = "[{at: 0s, value: 100}, {at: 10s, ramp: {to: 0, over: 10s}}]"
    (timeline,) = scenario_of(metrics=f"{{lag: {entries}}}").metrics.values()
    assert Amount(text="50") == timeline.at(Millis(15_000))


@pytest.mark.parametrize(
    ("metrics", "said"),
    [
        ("{lag: [{value: 1}]}", "`at` is missing"),
        ("{lag: [{at: 0s}]}", "exactly one of value, total, ramp, missing, error, and this has none"),
        ("{lag: [{at: 0s, value: 1, missing: true}]}", "and this has value, missing"),
        ("{lag: [{at: 1s, value: 1}, {at: 1s, value: 2}]}", "entries stand in order of time, and 1s is above"),
        ("{lag: [{at: 0s, value: lots}]}", "'lots' is no value of a series"),
        ("{pods/busy: [{at: 0s, value: NaN}]}", "'NaN' is not a quantity"),
        ("{lag: [{at: 0s, total: 1}]}", "total is for metrics of pods"),
        ("{lag: [{at: 0s, missing: false}]}", "missing is only ever true"),
        ("{lag: [{at: 0s, ramp: {to: 0, over: 1m}}]}", "a ramp leads from one number to another"),
        ("{lag: [{at: 0s, value: 1}, {at: 1s, ramp: {to: 1e400, over: 1m}}]}", "a ramp leads from one number to"),
        ("{lag: [{at: 0s, value: 1}, {at: 1s, ramp: {to: 5}}]}", "a ramp says where to and how long"),
        ("{lag: 5}", "expected a list"),
        ("{'a b': [{at: 0s, value: 1}]}", "'a b' is no metric"),
        ("{lag: [{at: 0s, value: 1}], 'lag{}': [{at: 0s, value: 1}]}", "lag{} is the same metric as one above"),
    ],
)
def test_what_makes_no_sense_is_refused_with_its_line(metrics: str, said: str) -> None:
    with pytest.raises(ScenarioError) as refused:
        scenario_of(metrics=metrics)
    assert (True, True) == (said in str(refused.value), str(refused.value).startswith("scene.yaml:4: "))
