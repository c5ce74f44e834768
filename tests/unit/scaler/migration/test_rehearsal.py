"""Claims about the dry run of a plan."""

import pytest

from adapter.kube.errors import ServerError
from scaler.migration.rehearsal import refusal_beforehand, refusal_of
from scaler.migration.steps import Plan, Request, Verb
from tests.support.http_peer import http_peer, json_answer, status_answer
from tests.unit.scaler.migration.connected import connected

CREATE = Request(verb=Verb.CREATE, path="/x", body={"a": 1}, says="create it")
PLAN = Plan(steps=(CREATE, Request(verb=Verb.DELETE, path="/y", says="delete it")))


async def test_only_what_is_created_is_tried_and_not_stored() -> None:
    async with http_peer(json_answer({}, code=201)) as peer, connected(peer) as client:
        assert "" == await refusal_of(client, PLAN)
        assert [("POST", "/x", "All")] == [(each.method, each.path, each.query["dryRun"]) for each in peer.requests]


async def test_a_refusal_is_in_the_servers_words() -> None:
    async with http_peer(status_answer(422, reason="Invalid", message="no")) as peer, connected(peer) as client:
        assert "Invalid: no" == await refusal_of(client, PLAN)


async def test_a_failing_server_is_no_refusal() -> None:
    async with http_peer(status_answer(500, message="broken")) as peer, connected(peer) as client:
        with pytest.raises(ServerError):
            await refusal_of(client, PLAN)


async def test_a_server_without_dry_runs_can_be_asked_nothing_beforehand() -> None:
    async with http_peer(status_answer(400, reason="BadRequest", message="none")) as peer, connected(peer) as client:
        assert "" == await refusal_beforehand(client, PLAN)


async def test_our_own_kind_that_is_missing_is_said_to_be_so() -> None:
    path = "/apis/lagzero.dev/v1alpha1/namespaces/jobs/zeropodautoscalers"
    plan = Plan(steps=(Request(verb=Verb.CREATE, path=path, says="create it"),))
    async with http_peer(status_answer(404, reason="NotFound", message="no")) as peer, connected(peer) as client:
        assert "ZeroPodAutoscalers are not served here" in await refusal_beforehand(client, plan)
