"""Claims about `scaler.cluster.statuses`: what is sent to /status.

What it means is claimed in tests/contracts/ports.
"""

from scaler.api.autoscaler import AutoscalerStatus
from scaler.cluster.statuses import ClusterStatuses
from scaler.controller.ports import NotWritten, Written
from tests.support.http_peer import Received, json_answer, status_answer
from tests.unit.scaler.cluster.clients import client_of, sent
from tests.unit.scaler.controller.seen import autoscaler

EMPTY = AutoscalerStatus()
PATH = "/apis/lagzero.dev/v1alpha1/namespaces/jobs/zeropodautoscalers/worker/status"


def sent_operations(request: Received) -> list[dict[str, object]]:
    operations = sent(request)
    assert isinstance(operations, list)
    return operations


async def test_the_status_subresource_is_patched_under_our_name() -> None:
    async with client_of(json_answer({})) as (client, peer):
        answer = await ClusterStatuses(client=client).write(autoscaler(), EMPTY)
    (request,) = peer.requests
    assert (Written(), "PATCH", PATH, "lagzero-scaler", "application/json-patch+json") == (
        answer,
        request.method,
        request.path,
        request.query["fieldManager"],
        request.headers["content-type"],
    )


async def test_the_uid_is_tested_before_the_status_is_replaced() -> None:
    async with client_of(json_answer({})) as (client, peer):
        await ClusterStatuses(client=client).write(autoscaler(uid="uid-7"), EMPTY)
    test, replacement = sent_operations(peer.requests[0])
    assert ({"op": "test", "path": "/metadata/uid", "value": "uid-7"}, ("add", "/status")) == (
        test,
        (replacement["op"], replacement["path"]),
    )


async def test_an_empty_status_says_counts_of_zero_and_nothing_else() -> None:
    async with client_of(json_answer({})) as (client, peer):
        await ClusterStatuses(client=client).write(autoscaler(), EMPTY)
    assert {"currentReplicas": 0, "desiredReplicas": 0} == sent_operations(peer.requests[0])[1]["value"]


async def test_one_that_was_made_again_is_not_written_and_said_so() -> None:
    async with client_of(status_answer(422, reason="Invalid", message="rejected")) as (client, _):
        answer = await ClusterStatuses(client=client).write(autoscaler(), EMPTY)
    assert isinstance(answer, NotWritten)
    assert answer.message.endswith("rejected; an object that was made again under its name is not written")


async def test_a_refused_status_is_told_with_what_was_asked() -> None:
    async with client_of(status_answer(403, reason="Forbidden", message="not yours")) as (client, _):
        answer = await ClusterStatuses(client=client).write(autoscaler(), EMPTY)
    assert NotWritten(message=f"PATCH {PATH}: 403 Forbidden: not yours") == answer
