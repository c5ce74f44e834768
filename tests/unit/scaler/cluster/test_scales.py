"""Claims about `scaler.cluster.scales`: what is sent to /scale, and when nothing is.

What reads and writes mean is claimed in tests/contracts/ports.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import msgspec
import pytest

from adapter.kube.meta import NamespacedName
from scaler.algorithm.decision import Rescale
from scaler.algorithm.model import ExplicitPause
from scaler.api.types import CrossVersionObjectReference
from scaler.cluster.scales import ClusterScales
from scaler.cluster.workloads import WORKLOAD_KINDS, WireWorkload, WorkloadCache
from scaler.controller.ports import NotWritten, Target, Written
from scaler.leadership.always import AlwaysLeading
from tests.support.clock import ManualClock
from tests.support.http_peer import json_answer, status_answer, stream_answer
from tests.unit.scaler.cluster.clients import cached, client_of, scale_kinds, sent

if TYPE_CHECKING:
    from adapter.kube.client import KubeClient
    from scaler.leadership.leadership import Fence
    from tests.support.http_peer import Answer, HttpPeer

WORKER = CrossVersionObjectReference(kind="Deployment", name="worker", api_version="apps/v1")
KEY = NamespacedName("jobs", "worker")
PATH = "/apis/apps/v1/namespaces/jobs/deployments/worker"
RESCALE = Rescale(current=3, desired=5, reason="because")
CONFLICT = status_answer(409, reason="Conflict", message="the object has been modified")


class NotLeading:
    def leads(self) -> bool:
        return False

    def remaining_seconds(self) -> float:
        return 0.0


def document(
    *, count: int = 3, version: str = "7", uid: str = "uid-1", annotations: dict[str, str] | None = None
) -> dict[str, object]:
    return {
        "metadata": {
            "name": "worker",
            "namespace": "jobs",
            "uid": uid,
            "resourceVersion": version,
            "annotations": annotations or {},
        },
        "spec": {"replicas": count, "selector": {"matchLabels": {"app": "worker"}}},
    }


def scale_answer(version: str = "8") -> Answer:
    return json_answer({"metadata": {"resourceVersion": version}})


def scales_of(client: KubeClient, fence: Fence | None = None, *known: dict[str, object]) -> ClusterScales:
    caches = {kind: WorkloadCache(kind) for kind in WORKLOAD_KINDS}
    items = [msgspec.convert(each, WireWorkload) for each in known or (document(),)]
    caches[WORKLOAD_KINDS[0]].replaced(items, None)
    kinds = scale_kinds(client, cached(client, caches), ManualClock())
    return ClusterScales(kinds=kinds, fence=fence or AlwaysLeading(), clock=ManualClock())


async def target_of(scales: ClusterScales) -> Target:
    found = await scales.read("jobs", WORKER)
    assert isinstance(found, Target)
    return found


@dataclass(frozen=True, slots=True, kw_only=True)
class Done:
    answer: Written | NotWritten
    peer: HttpPeer
    seen: Target

    @property
    def asked(self) -> list[tuple[str, str]]:
        return [(request.method, request.path) for request in self.peer.requests]


async def write(*answers: Answer, fence: Fence | None = None) -> Done:
    """One write of RESCALE onto a worker with three replicas."""
    async with client_of(*answers) as (client, peer):
        scales = scales_of(client, fence)
        answer = await scales.write(await target_of(scales), RESCALE)
        return Done(answer=answer, peer=peer, seen=await target_of(scales))


def applied(version: str) -> dict[str, object]:
    metadata = {"name": "worker", "namespace": "jobs", "resourceVersion": version}
    return {"apiVersion": "autoscaling/v1", "kind": "Scale", "metadata": metadata, "spec": {"replicas": 5}}


async def test_a_write_applies_the_scale_at_the_version_that_was_seen() -> None:
    done = await write(scale_answer())
    (request,) = done.peer.requests
    assert ("PATCH", f"{PATH}/scale", applied("7")) == (request.method, request.path, sent(request))


async def test_a_write_is_an_apply_for_an_update_to_zero_leaves_no_owner() -> None:
    (request,) = (await write(scale_answer())).peer.requests
    expected = ("application/apply-patch+yaml", "true")
    assert expected == (request.headers["content-type"], request.query["force"])


async def test_a_write_bears_our_name() -> None:
    done = await write(scale_answer())
    assert "lagzero-scaler" == done.peer.requests[0].query["fieldManager"]


async def test_the_version_of_the_answer_is_the_one_to_write_onto_next() -> None:
    assert "8" == (await write(scale_answer("8"))).seen.resource_version


async def test_without_the_lease_nothing_is_sent() -> None:
    done = await write(fence=NotLeading())
    assert (True, []) == (isinstance(done.answer, NotWritten), done.asked)


async def test_after_a_conflict_the_object_is_read_again_and_written_at_its_version() -> None:
    done = await write(CONFLICT, json_answer(document(version="9")), scale_answer())
    assert (Written(), applied("9")) == (done.answer, sent(done.peer.requests[2]))


async def test_a_third_conflict_is_the_end_of_it() -> None:
    again = [json_answer(document(version=version)) for version in ("9", "10")]
    done = await write(CONFLICT, again[0], CONFLICT, again[1], CONFLICT)
    expected = [("PATCH", f"{PATH}/scale"), *[("GET", PATH), ("PATCH", f"{PATH}/scale")] * 2]
    assert (NotWritten(message="the object has been modified"), expected) == (done.answer, done.asked)


async def test_a_foreign_count_found_after_a_conflict_is_seen_from_then_on() -> None:
    done = await write(CONFLICT, json_answer(document(count=7, version="9")))
    assert (True, 7) == (isinstance(done.answer, NotWritten), done.seen.scale.spec_replicas)


@pytest.mark.parametrize("code", [400, 403, 404, 422, 429, 500, 503])
async def test_a_refusal_is_told_in_the_api_servers_words(code: int) -> None:
    done = await write(status_answer(code, message="no, thank you"))
    assert NotWritten(message="no, thank you") == done.answer


async def test_a_refusal_changes_nothing_that_was_known() -> None:
    done = await write(status_answer(403))
    assert (3, "7") == (done.seen.scale.spec_replicas, done.seen.resource_version)


async def test_a_read_after_a_conflict_that_fails_is_told() -> None:
    done = await write(CONFLICT, status_answer(500, message="etcd is down"))
    assert NotWritten(message="etcd is down") == done.answer


async def test_an_api_server_that_hangs_up_is_told() -> None:
    done = await write(stream_answer(b"{", then_cut=True))
    assert isinstance(done.answer, NotWritten)
    assert done.answer.message


async def test_a_target_that_was_made_again_is_not_written_even_with_the_same_count_and_writer() -> None:
    done = await write(CONFLICT, json_answer(document(version="9", uid="uid-2")))
    expected = NotWritten(message="Deployment/worker was deleted and made again meanwhile")
    assert (expected, ["PATCH", "GET"]) == (done.answer, [method for method, _ in done.asked])


async def test_a_pause_that_is_found_after_a_conflict_holds_the_count() -> None:
    paused = document(version="9", annotations={"lagzero.dev/paused": "migration"})
    done = await write(CONFLICT, json_answer(paused))
    expected = NotWritten(message="the workload was paused meanwhile")
    assert (expected, ["PATCH", "GET"]) == (done.answer, [method for method, _ in done.asked])


async def test_the_workloads_own_pause_is_read() -> None:
    async with client_of() as (client, _):
        found = await scales_of(client, None, document(annotations={"lagzero.dev/paused": "migration"})).read(
            "jobs", WORKER
        )
    assert isinstance(found, Target)
    assert ExplicitPause(reason="migration") == found.pause


async def test_a_workload_without_the_annotation_is_not_paused() -> None:
    async with client_of() as (client, _):
        assert (await target_of(scales_of(client))).pause is None
