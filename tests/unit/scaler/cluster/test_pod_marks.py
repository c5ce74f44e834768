"""Claims about `scaler.cluster.pod_marks`: what is sent for a mark, and what a refusal means."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING

import pytest

from scaler.api.deletion_cost import DELETION_COST, OUR_COST
from scaler.cluster.pod_marks import PodPatches
from scaler.controller.marking import Marks
from scaler.controller.ports import NotMarked
from tests.support.http_peer import json_answer, silence, status_answer
from tests.unit.scaler.cluster.clients import client_of, sent

if TYPE_CHECKING:
    from tests.support.http_peer import Answer, HttpPeer

TAKEN = json_answer({"kind": "Pod"})
ONE = Marks(put=("a",))


@dataclass(frozen=True, slots=True, kw_only=True)
class Fenced:
    """A fence that stays as it is."""

    seconds: float = inf

    def leads(self) -> bool:
        return self.seconds > 0

    def remaining_seconds(self) -> float:
        return self.seconds


async def write(
    marks: Marks,
    *answers: Answer,
    fence: Fenced = Fenced(),
) -> tuple[NotMarked | None, HttpPeer]:
    async with client_of(*answers) as (client, peer):
        return await PodPatches(client=client, fence=fence).write("jobs", marks), peer


async def test_a_mark_is_a_merge_patch_of_one_annotation_under_our_name() -> None:
    answer, peer = await write(ONE, TAKEN)
    (request,) = peer.requests
    assert (None, "PATCH", "/api/v1/namespaces/jobs/pods/a", "lagzero-scaler", "application/merge-patch+json") == (
        answer,
        request.method,
        request.path,
        request.query["fieldManager"],
        request.headers["content-type"],
    )
    assert {"metadata": {"annotations": {DELETION_COST: OUR_COST}}} == sent(request)


async def test_a_mark_is_taken_off_by_null() -> None:
    _, peer = await write(Marks(taken_off=("a",)), TAKEN)
    assert {"metadata": {"annotations": {DELETION_COST: None}}} == sent(peer.requests[0])


async def test_each_pod_is_patched_once() -> None:
    names = [f"pod-{number:02}" for number in range(20)]
    _, peer = await write(Marks(put=tuple(names[5:]), taken_off=tuple(names[:5])), *[TAKEN] * len(names))
    assert [f"/api/v1/namespaces/jobs/pods/{name}" for name in names] == sorted(each.path for each in peer.requests)


async def test_a_pod_that_is_gone_is_as_good_as_marked() -> None:
    assert None is (await write(ONE, status_answer(404)))[0]


@pytest.mark.parametrize("code", [400, 403, 405, 422])
async def test_a_refusal_that_stays_is_for_good(code: int) -> None:
    assert NotMarked(message="no", for_good=True) == (await write(ONE, status_answer(code, message="no")))[0]


@pytest.mark.parametrize("code", [401, 409, 429, 500, 503])
async def test_trouble_of_the_server_may_pass(code: int) -> None:
    assert NotMarked(message="no") == (await write(ONE, status_answer(code, message="no")))[0]


async def test_after_refusals_the_rest_is_left_alone() -> None:
    names = tuple(f"pod-{number:02}" for number in range(30))
    refused, peer = await write(Marks(put=names), *[status_answer(403, message="no")] * len(names))
    assert (NotMarked(message="no", for_good=True), 8) == (refused, len(peer.requests))


async def test_a_server_that_does_not_answer_in_time_is_given_up_on() -> None:
    refused, _ = await write(ONE, silence(), fence=Fenced(seconds=0.05))
    assert NotMarked(message="the API server did not answer in time") == refused


async def test_who_does_not_lead_marks_nobody() -> None:
    refused, peer = await write(ONE, fence=Fenced(seconds=0.0))
    assert (NotMarked(message="this scaler does not hold the lease"), []) == (refused, peer.requests)
