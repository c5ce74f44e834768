"""Claims about `scaler.cluster.statuses`: what is sent to /status.

What it means is claimed in tests/contracts/ports.
"""

from scaler.api.autoscaler import AutoscalerStatus
from scaler.cluster.statuses import ClusterStatuses
from scaler.controller.ports import NotWritten, Written
from tests.support.http_peer import json_answer, status_answer
from tests.unit.scaler.cluster.clients import client_of, sent
from tests.unit.scaler.controller.seen import autoscaler

EMPTY = AutoscalerStatus()
PATH = "/apis/lagzero.dev/v1alpha1/namespaces/jobs/zeropodautoscalers/worker/status"


async def test_the_status_subresource_is_patched_under_our_name() -> None:
    async with client_of(json_answer({})) as (client, peer):
        answer = await ClusterStatuses(client=client).write(autoscaler(), EMPTY)
    (request,) = peer.requests
    assert (Written(), "PATCH", PATH, "lagzero-scaler") == (
        answer,
        request.method,
        request.path,
        request.query["fieldManager"],
    )


async def test_an_empty_status_says_zero_counts_and_null_for_the_rest() -> None:
    async with client_of(json_answer({})) as (client, peer):
        await ClusterStatuses(client=client).write(autoscaler(), EMPTY)
    body = sent(peer.requests[0])
    assert isinstance(body, dict)
    counts = {"currentReplicas": 0, "desiredReplicas": 0}
    assert counts == {field: value for field, value in body["status"].items() if value is not None}


async def test_a_part_of_the_memory_that_is_gone_is_taken_away_by_name() -> None:
    """A merge patch merges maps: what it leaves out would stay for ever, and be written over at every sync."""
    known = autoscaler(status=AutoscalerStatus(memory={"old": 1, "kept": {"old": 1, "kept": 2}, "list": [1, 2]}))
    wanted = AutoscalerStatus(memory={"kept": {"kept": 2}, "list": [3], "new": {"a": 1}})
    async with client_of(json_answer({})) as (client, peer):
        await ClusterStatuses(client=client).write(known, wanted)
    body = sent(peer.requests[0])
    assert isinstance(body, dict)
    expected = {"old": None, "kept": {"old": None, "kept": 2}, "list": [3], "new": {"a": 1}}
    assert expected == body["status"]["memory"]


async def test_a_refused_status_is_told_with_what_was_asked() -> None:
    async with client_of(status_answer(403, reason="Forbidden", message="not yours")) as (client, _):
        answer = await ClusterStatuses(client=client).write(autoscaler(), EMPTY)
    assert NotWritten(message=f"PATCH {PATH}: 403 Forbidden: not yours") == answer
