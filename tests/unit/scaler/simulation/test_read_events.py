"""Events of a scenario."""

import pytest

from scaler.simulation.happenings import (
    Access,
    Annotate,
    Delete,
    Edit,
    Happening,
    Outage,
    PodsUnready,
    Restart,
    ScaleBy,
    StatusReplicas,
)
from scaler.simulation.moments import Millis
from scaler.simulation.scenario import ScenarioError
from tests.unit.scaler.simulation.scenes import scenario_of


@pytest.mark.parametrize(
    ("event", "what"),
    [
        ("scale: 0", ScaleBy(replicas=0, by="kubectl")),
        ("scale: 2, by: argocd", ScaleBy(replicas=2, by="argocd")),
        ("restart: scaler", Restart()),
        ("delete: autoscaler", Delete()),
        ("statusReplicas: 5", StatusReplicas(replicas=5)),
        ("statusReplicas: auto", StatusReplicas(replicas=None)),
        ("writes: fail, for: 30s", Outage(of=Access.WRITES, until=Millis(90_000))),
        ("reads: fail, for: 30s", Outage(of=Access.READS, until=Millis(90_000))),
        ("pods: unready, for: 30s", PodsUnready(until=Millis(90_000))),
        ("annotate: {a: b, c: null}", Annotate(on_workload=False, annotations={"a": "b", "c": None})),
        ("annotate: {a: b}, 'on': workload", Annotate(on_workload=True, annotations={"a": "b"})),
    ],
)
def test_an_event_is_one_thing_at_its_moment(event: str, what: Happening) -> None:
    (step,) = scenario_of(events=f"[{{at: 1m, {event}}}]").steps
    assert (60_000, what) == (step.at, step.what)


def test_edits_add_up_in_order_of_time() -> None:
    events = "[{at: 2m, edit: {maxReplicas: 7}}, {at: 1m, edit: {minReplicas: 2}}]"
    specs = [step.what.spec for step in scenario_of(events=events).steps if isinstance(step.what, Edit)]
    assert [(2, 10), (2, 7)] == [(spec.min_replicas, spec.max_replicas) for spec in specs]


@pytest.mark.parametrize(
    ("event", "said"),
    [
        ("{scale: 1}", "`at` is missing"),
        ("{at: 0s}", "an event is exactly one of"),
        ("{at: 0s, scale: 1, restart: scaler}", "and this is scale, restart"),
        ("{at: 0s, restart: scaler, for: 1m}", "'for' means nothing beside 'restart'"),
        ("{at: 0s, scale: none}", "expected a whole number"),
        ("{at: 0s, restart: world}", "'restart' is always 'scaler' here, not 'world'"),
        ("{at: 0s, delete: workload}", "'delete' is always 'autoscaler' here, not 'workload'"),
        ("{at: 0s, writes: fail}", "`for` is missing"),
        ("{at: 0s, reads: slow, for: 1s}", "'reads' is always 'fail' here"),
        ("{at: 0s, pods: gone, for: 1s}", "'pods' is always 'unready' here"),
        ("{at: 0s, annotate: {a: b}, 'on': pod}", "expected autoscaler or workload"),
        ("{at: 0s, edit: 5}", "expected fields of the spec"),
        ("{at: 0s, edit: {minReplicas: 11}}", "must be greater than or equal to `minReplicas`"),
        ("{at: 0s, edit: {minReplica: 1}}", "unknown field 'spec.minReplica'"),
    ],
)
def test_what_makes_no_sense_is_refused_with_its_line(event: str, said: str) -> None:
    with pytest.raises(ScenarioError) as refused:
        scenario_of(events=f"\n  - {event}")
    assert (True, True) == (said in str(refused.value), str(refused.value).startswith("scene.yaml:7: "))
