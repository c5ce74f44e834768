"""Claims about carrying out: a look before every step, one step at a time, and an end when nothing is left."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from adapter.kube.errors import ApiError, Forbidden
from adapter.process.clock import SystemClock
from scaler.migration.hand_over import HandOver, Patience, StuckError
from scaler.migration.steps import Expectation, Plan, Refusal, Request, Step, Verb, Wait
from tests.support.http_peer import http_peer, json_answer, status_answer
from tests.unit.scaler.migration.connected import connected
from tests.unit.scaler.migration.moved import COMPUTES, KEY, zero

if TYPE_CHECKING:
    from collections.abc import Sequence

    from adapter.kube.client import KubeClient
    from scaler.migration.seen import Seen
    from tests.support.http_peer import Answer, HttpPeer

GONE = status_answer(404, reason="NotFound", message="gone")
NONE = json_answer({"items": []})
LOOK = (GONE, GONE, NONE, NONE)
DONE = json_answer({})
COLLECTION = "/apis/lagzero.dev/v1alpha1/namespaces/jobs/zeropodautoscalers"
CREATE = Request(verb=Verb.CREATE, path=COLLECTION, body={"kind": "new"}, says="create it")
DELETE = Request(verb=Verb.DELETE, path=f"{COLLECTION}/worker", says="delete it")
PATCH = Request(verb=Verb.PATCH, path=f"{COLLECTION}/worker", body={"a": None}, says="patch it")
APPLY = Request(verb=Verb.APPLY, path="/x/scale", body={"a": 1}, field_manager="lagzero-scaler", says="apply it")
PATIENT = Patience(seconds=5)
WAIT = Wait(path=f"{COLLECTION}/worker", of=Expectation.WATCHES, says="wait for it")


class Planned:
    """A planner with a plan for each look; None refuses."""

    def __init__(self, *plans: Sequence[Step] | None) -> None:
        self._plans = list(plans)

    def __call__(self, _seen: Seen) -> Plan | Refusal:
        steps = self._plans.pop(0)
        return Refusal(text="no") if steps is None else Plan(steps=tuple(steps))


def hand_over(client: KubeClient, planner: Planned, told: list[str], patience: Patience) -> HandOver:
    return HandOver(
        client=client,
        clock=SystemClock(),
        planner=planner,
        patience=patience,
        told=lambda step: told.append(step.says),
    )


async def run(
    planner: Planned, *answers: Answer, patience: Patience = PATIENT
) -> tuple[Refusal | None, list[str], HttpPeer]:
    """What it ended with, what it told, and the peer with its requests."""
    told: list[str] = []
    async with http_peer(*answers) as peer, connected(peer) as client:
        return await hand_over(client, planner, told, patience).run(KEY), told, peer


async def test_after_each_step_it_looks_again_and_plans_anew() -> None:
    planner = Planned([CREATE, DELETE], [DELETE], [])
    ended, told, peer = await run(planner, *LOOK, DONE, *LOOK, DONE, *LOOK)
    assert (None, ["create it", "delete it"]) == (ended, told)
    assert ["POST", "DELETE"] == [request.method for request in peer.requests if request.method != "GET"]


@pytest.mark.parametrize(
    ("step", "method", "manager"),
    [(CREATE, "POST", "lagzero-cli"), (PATCH, "PATCH", "lagzero-cli"), (APPLY, "PATCH", "lagzero-scaler")],
)
async def test_a_request_is_made_in_the_name_of_its_manager(step: Request, method: str, manager: str) -> None:
    _, _, peer = await run(Planned([step], []), *LOOK, DONE, *LOOK)
    sent = peer.requests[len(LOOK)]
    assert (method, step.path, manager) == (sent.method, sent.path, sent.query["fieldManager"])


@pytest.mark.parametrize(
    ("step", "answer"),
    [
        (CREATE, status_answer(409, reason="AlreadyExists")),
        (APPLY, status_answer(409, reason="Conflict")),
        (DELETE, GONE),
    ],
)
async def test_a_lost_race_is_left_to_the_next_look(step: Request, answer: Answer) -> None:
    ended, told, _ = await run(Planned([step], []), *LOOK, answer, *LOOK)
    assert (None, [step.says]) == (ended, told)


async def test_a_refusal_ends_it_before_anything_is_done() -> None:
    ended, told, peer = await run(Planned(None), *LOOK)
    assert (Refusal(text="no"), [], len(LOOK)) == (ended, told, len(peer.requests))


async def test_an_expectation_is_looked_at_until_it_is_met() -> None:
    unseen = {**zero(COMPUTES), "status": {}}
    answers = (*LOOK, json_answer(unseen), json_answer(zero(COMPUTES)), *LOOK)
    ended, told, _ = await run(Planned([WAIT], []), *answers)
    assert (None, ["wait for it"]) == (ended, told)


async def test_an_expectation_that_is_not_met_in_time_says_what_is_missing() -> None:
    unseen = json_answer({**zero(COMPUTES), "status": {}})
    with pytest.raises(StuckError, match=r"still not so: wait for it: the scaler hasn't looked at it"):
        await run(Planned([WAIT]), *LOOK, unseen, unseen, unseen, patience=Patience(seconds=0.3))


async def test_without_waits_only_requests_are_left() -> None:
    patience = Patience(seconds=5, skips_waits=True)
    ended, told, _ = await run(Planned([WAIT, PATCH], [WAIT]), *LOOK, DONE, *LOOK, patience=patience)
    assert (None, ["patch it"]) == (ended, told)


async def test_a_kind_that_is_not_installed_is_said_to_be_so() -> None:
    with pytest.raises(ApiError, match="ZeroPodAutoscalers are not served here"):
        await run(Planned([CREATE]), *LOOK, GONE)


async def test_what_may_not_be_done_is_an_error() -> None:
    with pytest.raises(Forbidden):
        await run(Planned([PATCH]), *LOOK, status_answer(403, reason="Forbidden"))


async def test_what_is_never_done_is_given_up() -> None:
    looks = [answer for _ in range(60) for answer in (*LOOK, DONE)]
    with pytest.raises(StuckError, match="is something undoing it"):
        await run(Planned(*[[PATCH]] * 60), *looks)
