"""Claims about `scaler.cluster.pods`: what is read of a pod, and what a failed list means."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

import msgspec
import pytest

from adapter.kube.access import Access, Cluster
from adapter.kube.client import KubeClient
from scaler.algorithm.model import Pod, PodReady, PodsReading, SelectorFault
from scaler.cluster.pods import ClusterPods, WirePod, decode_pod
from tests.support.http_peer import http_peer, json_answer, status_answer

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tests.support.http_peer import Answer, HttpPeer

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


async def read(*answers: Answer) -> tuple[PodsReading, HttpPeer]:
    async with http_peer(*answers) as peer:
        access = Access(cluster=Cluster(server=peer.url))
        async with KubeClient.of(access, user_agent="lagzero/test", deadline_seconds=5) as client:
            return await ClusterPods(client=client).read("jobs", "app=worker"), peer


def pod_list(*items: Mapping[str, object]) -> Answer:
    return json_answer({"kind": "PodList", "items": items})


async def test_pods_are_listed_by_the_selector_in_the_namespace() -> None:
    _, peer = await read(pod_list())
    (asked,) = peer.requests
    assert ("/api/v1/namespaces/jobs/pods", "app=worker") == (asked.path, asked.query["labelSelector"])


async def test_every_pod_of_the_list_is_told() -> None:
    pods, _ = await read(pod_list(document(), document(metadata={"name": "worker-2"})))
    assert isinstance(pods, tuple)
    assert ["worker-1", "worker-2"] == [pod.name for pod in pods]


@pytest.mark.parametrize(
    "answer",
    [
        status_answer(403),
        pod_list(document(spec={"containers": [{"name": "a", "resources": {"requests": {"cpu": "lots"}}}]})),
        pod_list(document(status={"startTime": "yesterday"})),
        json_answer({"items": 5}),
    ],
    ids=["forbidden", "no quantity", "no time", "no list"],
)
async def test_a_list_that_cannot_be_had_is_a_fault_and_no_empty_list(answer: Answer) -> None:
    pods, _ = await read(answer)
    assert isinstance(pods, SelectorFault)
    assert ("FailedGetPods", True) == (
        pods.reason,
        pods.message.startswith("unable to get pods while calculating replica count: "),
    )
