"""Claims about `scaler.cluster.pod_wire`: what is read of a pod."""

from datetime import UTC, datetime

import msgspec
import pytest

from scaler.algorithm.model import Pod, PodReady
from scaler.api.deletion_cost import DELETION_COST
from scaler.cluster.pod_wire import WirePod, decode_pod

STARTED = "2026-01-01T12:00:00Z"
READY = {"type": "Ready", "status": "True", "lastTransitionTime": STARTED}


def document(**changes: object) -> dict[str, object]:
    base: dict[str, object] = {
        "metadata": {"name": "worker-1"},
        "spec": {"containers": [{"name": "app", "resources": {"requests": {"cpu": "250m", "memory": "1Ki"}}}]},
        "status": {"phase": "Running", "startTime": STARTED, "conditions": [{"type": "Initialized"}, READY]},
    }
    return base | changes


def decoded(**changes: object) -> Pod:
    return decode_pod(msgspec.json.decode(msgspec.json.encode(document(**changes)), type=WirePod))


def test_a_ready_pod_is_read_whole() -> None:
    moment = datetime(2026, 1, 1, 12, tzinfo=UTC)
    expected = Pod(
        name="worker-1",
        phase="Running",
        ready=PodReady(status="True", last_transition=moment),
        start_time=moment,
        requests={"app": {"cpu": 250, "memory": 1_024_000}},  # type: ignore[dict-item] # Milli is an int
        pod_requests={},
    )
    assert expected == decoded()


def test_a_pod_that_has_not_started_has_neither_a_start_nor_readiness() -> None:
    pod = decoded(status={"phase": "Pending"})
    assert (None, None, "Pending") == (pod.start_time, pod.ready, pod.phase)


def test_a_readiness_without_a_time_is_none() -> None:
    assert decoded(status={"conditions": [{"type": "Ready", "status": "True"}]}).ready is None


def test_a_pod_with_a_deletion_timestamp_is_being_deleted() -> None:
    assert decoded(metadata={"name": "worker-1", "deletionTimestamp": STARTED}).deleting


@pytest.mark.parametrize(("annotations", "cost"), [({}, ""), ({DELETION_COST: "-1", "other": "2"}, "-1")])
def test_of_its_annotations_the_deletion_cost_is_read(annotations: dict[str, str], cost: str) -> None:
    assert cost == decoded(metadata={"name": "worker-1", "annotations": annotations}).deletion_cost


@pytest.mark.parametrize(("policy", "counts"), [("Always", True), ("", False)])
def test_init_containers_count_only_if_they_stay(policy: str, counts: bool) -> None:
    sidecar = {"name": "proxy", "restartPolicy": policy, "resources": {"requests": {"cpu": "1"}}}
    assert counts is ("proxy" in decoded(spec={"containers": [], "initContainers": [sidecar]}).requests)


def test_a_request_of_the_whole_pod_is_kept_apart() -> None:
    pod = decoded(spec={"containers": [{"name": "app"}], "resources": {"requests": {"cpu": "2"}}})
    assert ({"app": {}}, {"cpu": 2000}) == (pod.requests, pod.pod_requests)


def test_a_request_written_as_a_number_is_read() -> None:
    assert {"cpu": 2000} == decoded(
        spec={"containers": [{"name": "a", "resources": {"requests": {"cpu": 2}}}]}
    ).requests["a"]
