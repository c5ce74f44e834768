"""Claims about `adapter.apiserver.reviews`, against an HTTP peer that answers like the cluster."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
import pytest

from adapter.apiserver.attributes import Access, metric_access, path_access
from adapter.apiserver.authentication import Unauthenticated, Unreviewed
from adapter.apiserver.authorization import Allowed, Denied, Undecided
from adapter.apiserver.identity import Identity, ProvenBy
from adapter.apiserver.reviews import ClusterAccess, ClusterTokens
from adapter.kube.access import Access as ClusterAddress
from adapter.kube.access import Cluster
from adapter.kube.client import KubeClient
from tests.support.http_peer import HttpPeer, http_peer, json_answer, status_answer, text_answer

if TYPE_CHECKING:
    from adapter.apiserver.authentication import TokenVerdict
    from adapter.apiserver.authorization import Verdict
    from tests.support.http_peer import Answer

_METRIC = metric_access(method="GET", namespace="default", metric="queue_consumer_lag")
_CALLER = Identity(
    user="hpa",
    groups=("workers",),
    uid="1",
    extra=(("scopes", ("a", "b")),),
    proven_by=ProvenBy.FRONT_PROXY,
)


def _client(peer: HttpPeer) -> KubeClient:
    return KubeClient.of(ClusterAddress(cluster=Cluster(server=peer.url)), user_agent="test")


async def _identify(answer: Answer) -> TokenVerdict:
    async with http_peer(answer) as peer, _client(peer) as client:
        return await ClusterTokens(client).identify("secret")


async def _review(answer: Answer) -> Verdict:
    async with http_peer(answer) as peer, _client(peer) as client:
        return await ClusterAccess(client).review(_CALLER, _METRIC)


async def _spec_of_review(access: Access) -> object:
    async with http_peer(json_answer({"status": {"allowed": True}}, code=201)) as peer, _client(peer) as client:
        await ClusterAccess(client).review(_CALLER, access)
        return msgspec.json.decode(peer.requests[0].body)["spec"]


async def test_the_owner_of_a_token_is_taken_whole() -> None:
    user = {"username": "bot", "uid": "1", "groups": ["a", "b"], "extra": {"scopes": ["x"]}}
    expected = Identity(user="bot", uid="1", groups=("a", "b"), extra=(("scopes", ("x",)),), proven_by=ProvenBy.TOKEN)
    assert expected == await _identify(json_answer({"status": {"authenticated": True, "user": user}}, code=201))


async def test_a_token_travels_in_a_token_review() -> None:
    async with http_peer(json_answer({"status": {}}, code=201)) as peer, _client(peer) as client:
        await ClusterTokens(client).identify("secret")
        asked = peer.requests[0]
    assert (asked.method, asked.path) == ("POST", "/apis/authentication.k8s.io/v1/tokenreviews")
    assert msgspec.json.decode(asked.body)["spec"] == {"token": "secret"}


@pytest.mark.parametrize("status", [{}, {"authenticated": False}, {"error": "expired"}])
async def test_a_token_the_cluster_does_not_know_is_nobodys(status: dict[str, object]) -> None:
    assert isinstance(await _identify(json_answer({"status": status}, code=201)), Unauthenticated)


@pytest.mark.parametrize("answer", [status_answer(403, message="not you"), text_answer("down", code=503)])
async def test_a_token_that_cannot_be_reviewed_is_nobodys_for_now(answer: Answer) -> None:
    assert isinstance(await _identify(answer), Unreviewed)


async def test_a_metric_is_reviewed_as_a_resource_of_its_name() -> None:
    expected = {
        "user": "hpa",
        "groups": ["workers", "system:authenticated"],
        "uid": "1",
        "extra": {"scopes": ["a", "b"]},
        "resourceAttributes": {
            "verb": "list",
            "group": "external.metrics.k8s.io",
            "version": "v1beta1",
            "namespace": "default",
            "resource": "queue_consumer_lag",
        },
    }
    assert expected == await _spec_of_review(_METRIC)


async def test_a_path_is_reviewed_as_a_path() -> None:
    spec = await _spec_of_review(path_access(method="GET", path="/metrics"))
    assert isinstance(spec, dict)
    assert spec["nonResourceAttributes"] == {"verb": "get", "path": "/metrics"}


@pytest.mark.parametrize(
    ("status", "verdict"),
    [
        ({"allowed": True}, Allowed()),
        ({"allowed": False}, Denied()),
        ({"allowed": True, "denied": True, "reason": "webhook"}, Denied(reason="webhook")),
        ({"evaluationError": "no such role"}, Denied(reason="no such role")),
    ],
)
async def test_a_review_is_taken_at_its_word(status: dict[str, object], verdict: Verdict) -> None:
    assert verdict == await _review(json_answer({"status": status}, code=201))


async def test_a_review_that_fails_decides_nothing_and_says_why() -> None:
    verdict = await _review(status_answer(403, message="system:auth-delegator is missing"))
    assert isinstance(verdict, Undecided)
    assert "system:auth-delegator is missing" in verdict.reason
