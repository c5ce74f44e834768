"""Claims about `adapter.apiserver.admission`: who comes in, over HTTP."""

from __future__ import annotations

import pytest

from adapter.apiserver.attributes import metric_access, path_access
from adapter.apiserver.authorization import Denied, Undecided, Verdict
from tests.support.api_server import GROUP_VERSION, LAG, Deciders, ScriptedProvider, api_server


@pytest.mark.parametrize("path", ["/", "/apis", GROUP_VERSION, LAG, "/openapi/v2", "/version", "/metrics", "/nowhere"])
async def test_a_stranger_is_told_nothing(path: str) -> None:
    async with api_server() as server, server.stranger.get(path) as answer:
        body = await answer.json()
    assert (body["code"], body["reason"], body["message"]) == (401, "Unauthorized", "Unauthorized")


@pytest.mark.parametrize("path", ["/livez", "/readyz", "/healthz", "/readyz/ping"])
async def test_a_probe_needs_no_identity(path: str) -> None:
    async with api_server() as server, server.stranger.get(path) as answer:
        assert answer.status == 200


async def test_headers_of_a_front_proxy_mean_nothing_without_its_certificate() -> None:
    forged = {"X-Remote-User": "admin", "X-Remote-Group": "system:masters"}
    async with api_server() as server, server.stranger.get(LAG, headers=forged) as answer:
        assert answer.status == 401


async def test_a_wrong_token_is_not_believed() -> None:
    wrong = {"Authorization": "Bearer wrong"}
    async with api_server() as server, server.stranger.get(LAG, headers=wrong) as answer:
        assert answer.status == 401


@pytest.mark.parametrize("verdict", [Denied(reason="no role binds it"), Undecided(reason="no role binds it")])
async def test_who_is_not_allowed_learns_why(verdict: Verdict) -> None:
    async with api_server(deciders=Deciders(verdict=verdict)) as server, server.caller.get(LAG) as answer:
        body = await answer.json()
    assert (body["code"], body["reason"]) == (403, "Forbidden")
    assert body["message"].endswith('in the namespace "default": no role binds it')


async def test_who_is_not_allowed_does_not_reach_the_engine() -> None:
    provider = ScriptedProvider()
    async with api_server(provider, Deciders(verdict=Denied())) as server:
        await server.caller.get(LAG)
    assert provider.asked == []


async def test_what_is_authorized_is_what_is_answered() -> None:
    deciders, provider = Deciders(), ScriptedProvider()
    async with api_server(provider, deciders) as server:
        await server.caller.get(f"{GROUP_VERSION}/namespaces/de%66ault/queue%5Fconsumer%5Flag")
        await server.caller.get("/metrics")
    expected = [
        metric_access(method="GET", namespace="default", metric="queue_consumer_lag"),
        path_access(method="GET", path="/metrics"),
    ]
    assert expected == deciders.reviewed
    assert [(asked.namespace, asked.metric) for asked in provider.asked] == [("default", "queue_consumer_lag")]
