"""The target at the start."""

import pytest

from scaler.simulation.scenario import ScenarioError
from tests.unit.scaler.simulation.scenes import scenario_of


def test_unset_it_has_one_replica_that_is_ready_at_once() -> None:
    read = scenario_of(workload="{}").workload
    assert (1, 0, True, "kubectl") == (read.replicas, read.pod_start, read.ready, read.writer)


@pytest.mark.parametrize(("pod_start", "expected"), [("never", None), ("20s", 20_000)])
def test_pods_start_late_or_never(pod_start: str, expected: int | None) -> None:
    assert expected == scenario_of(workload=f"{{podStart: {pod_start}}}").workload.pod_start


def test_requests_are_quantities() -> None:
    assert {"cpu": 100} == scenario_of(workload="{requests: {cpu: 100m}}").workload.requests


@pytest.mark.parametrize(
    ("status", "writer"), [('{conditions: {ScaledToZero: "True"}}', "lagzero-scaler"), ("{}", "kubectl")]
)
def test_a_zero_that_the_status_claims_was_the_scalers(status: str, writer: str) -> None:
    assert writer == scenario_of(workload="{replicas: 0}", status=status).workload.writer


@pytest.mark.parametrize(
    "workload",
    ["{replicas: -1}", "{replicas: some}", "{ready: 1}", "{podStart: later}", "{requests: {cpu: lots}}", "5"],
)
def test_what_makes_no_sense_is_refused_with_its_line(workload: str) -> None:
    with pytest.raises(ScenarioError, match=r"^scene\.yaml:3: "):
        scenario_of(workload=workload)
