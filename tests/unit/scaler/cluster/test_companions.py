"""Claims about `scaler.cluster.companions`: what is sent about a stock autoscaler.

What it means is claimed in tests/contracts/ports.
"""

from dataclasses import replace

from scaler.api.autoscaler import AutoscalerStatus
from scaler.api.conditions import Condition
from scaler.cluster.statuses import ClusterStatuses
from scaler.controller.ports import NotWritten, Written
from tests.support.http_peer import json_answer, status_answer
from tests.support.metric_builders import NOW
from tests.unit.scaler.cluster.clients import client_of, sent
from tests.unit.scaler.controller.seen import companion

PATH = "/apis/autoscaling/v2/namespaces/jobs/horizontalpodautoscalers/worker"
CLAIM = Condition(type="ScaledToZero", status="True", reason="ScaledToZero", message="asleep", last_transition=NOW)
EMPTY = AutoscalerStatus()
CLAIMED = AutoscalerStatus(conditions=(CLAIM,))
REMEMBERED = AutoscalerStatus(memory={"recommendations": [{"replicas": 3}]})


async def test_the_claim_is_applied_by_force_in_a_name_of_its_own() -> None:
    async with client_of(json_answer({})) as (client, peer):
        answer = await ClusterStatuses(client=client).write(companion(), CLAIMED)
    (request,) = peer.requests
    query = {"fieldManager": "lagzero-companion", "force": "true"}
    assert (Written(), "PATCH", f"{PATH}/status", query) == (answer, request.method, request.path, dict(request.query))
    assert "application/apply-patch+yaml" == request.headers["content-type"]


async def test_it_says_our_condition_and_nothing_else() -> None:
    async with client_of(json_answer({})) as (client, peer):
        await ClusterStatuses(client=client).write(companion(), CLAIMED)
    claim = {
        "type": "lagzero.dev/ScaledToZero",
        "status": "True",
        "lastTransitionTime": "2026-01-01T12:00:00Z",
        "reason": "ScaledToZero",
        "message": "asleep",
    }
    assert {
        "apiVersion": "autoscaling/v2",
        "kind": "HorizontalPodAutoscaler",
        "metadata": {"name": "worker", "namespace": "jobs", "uid": "uid-1"},
        "status": {"conditions": [claim]},
    } == sent(peer.requests[0])


async def test_a_claim_that_is_gone_is_taken_away() -> None:
    async with client_of(json_answer({})) as (client, peer):
        await ClusterStatuses(client=client).write(companion(status=CLAIMED), EMPTY)
    body = sent(peer.requests[0])
    assert isinstance(body, dict)
    assert {"apiVersion", "kind", "metadata"} == set(body)


async def test_the_memory_is_one_annotation() -> None:
    async with client_of(json_answer({})) as (client, peer):
        await ClusterStatuses(client=client).write(companion(), REMEMBERED)
    (request,) = peer.requests
    memory = {"lagzero.dev/memory": '{"recommendations":[{"replicas":3}]}'}
    assert (PATH, "lagzero-scaler", {"metadata": {"uid": "uid-1", "annotations": memory}}) == (
        request.path,
        request.query["fieldManager"],
        sent(request),
    )


async def test_a_memory_that_is_empty_takes_its_annotation_away() -> None:
    async with client_of(json_answer({})) as (client, peer):
        await ClusterStatuses(client=client).write(companion(status=REMEMBERED), EMPTY)
    assert {"metadata": {"uid": "uid-1", "annotations": {"lagzero.dev/memory": None}}} == sent(peer.requests[0])


async def test_what_is_known_already_is_not_sent() -> None:
    both = replace(CLAIMED, memory=REMEMBERED.memory)
    async with client_of() as (client, peer):
        answer = await ClusterStatuses(client=client).write(companion(status=both), both)
    assert (Written(), []) == (answer, peer.requests)


async def test_a_refused_claim_is_told_and_the_memory_waits() -> None:
    both = replace(CLAIMED, memory=REMEMBERED.memory)
    async with client_of(status_answer(403, reason="Forbidden", message="not yours")) as (client, peer):
        answer = await ClusterStatuses(client=client).write(companion(), both)
    assert (NotWritten(message=f"PATCH {PATH}/status: 403 Forbidden: not yours"), 1) == (answer, len(peer.requests))
