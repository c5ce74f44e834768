"""Claims about `scaler.cluster.kinds`: a kind's name in paths, by discovery."""

import pytest

from adapter.kube.errors import ApiError
from scaler.cluster.kinds import Kinds, Resource, UnknownKindError
from tests.support.http_peer import json_answer, status_answer
from tests.unit.scaler.cluster.clients import client_of

APPS = json_answer(
    {
        "resources": [
            {"name": "deployments/scale", "kind": "Scale", "namespaced": True},
            {"name": "deployments", "kind": "Deployment", "namespaced": True},
        ]
    }
)
CORE = json_answer({"resources": [{"name": "nodes", "kind": "Node", "namespaced": False}]})


async def test_a_kind_of_a_group_is_named_with_its_group() -> None:
    async with client_of(APPS) as (client, peer):
        found = await Kinds(client=client).resource("apps/v1", "Deployment")
    assert (Resource(qualified="deployments.apps", namespaced=True), "/apis/apps/v1") == (found, peer.requests[0].path)


async def test_a_kind_of_the_core_is_named_alone() -> None:
    async with client_of(CORE) as (client, peer):
        found = await Kinds(client=client).resource("v1", "Node")
    assert (Resource(qualified="nodes", namespaced=False), "/api/v1") == (found, peer.requests[0].path)


async def test_a_kind_that_is_known_is_not_asked_for_again() -> None:
    async with client_of(APPS) as (client, peer):
        kinds = Kinds(client=client)
        await kinds.resource("apps/v1", "Deployment")
        await kinds.resource("apps/v1", "Deployment")
    assert 1 == len(peer.requests)


async def test_a_kind_that_is_not_known_is_asked_for_again() -> None:
    async with client_of(json_answer({"resources": []}), APPS) as (client, _):
        kinds = Kinds(client=client)
        with pytest.raises(UnknownKindError):
            await kinds.resource("apps/v1", "Deployment")
        assert "deployments.apps" == (await kinds.resource("apps/v1", "Deployment")).qualified


@pytest.mark.parametrize("kind", ["Deploy", "Scale", ""])
async def test_a_kind_that_is_not_served_is_named(kind: str) -> None:
    async with client_of(APPS) as (client, _):
        with pytest.raises(UnknownKindError, match=f'no matches for kind "{kind}" in version "apps/v1"'):
            await Kinds(client=client).resource("apps/v1", kind)


async def test_a_discovery_that_fails_is_the_api_servers_error() -> None:
    async with client_of(status_answer(503)) as (client, _):
        with pytest.raises(ApiError):
            await Kinds(client=client).resource("apps/v1", "Deployment")
