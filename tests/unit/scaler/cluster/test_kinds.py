"""Claims about `scaler.cluster.kinds`: a kind's name in paths, by discovery, and how often that is asked."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from adapter.kube.errors import ApiError
from scaler.cluster.kinds import Kinds, UnknownKindError
from tests.support.clock import ManualClock
from tests.support.http_peer import json_answer, status_answer
from tests.unit.scaler.cluster.clients import client_of

if TYPE_CHECKING:
    from tests.support.http_peer import Answer

APPS = json_answer(
    {
        "resources": [
            {"name": "deployments/scale", "kind": "Scale", "namespaced": True},
            {"name": "deployments", "kind": "Deployment", "namespaced": True},
        ]
    }
)
CORE = json_answer({"resources": [{"name": "nodes", "kind": "Node", "namespaced": False}]})
NOTHING = json_answer({"resources": []})
ABSENT = status_answer(404)


def group(*versions: str, preferred: str) -> Answer:
    served = [{"version": version} for version in versions]
    return json_answer({"versions": served, "preferredVersion": {"version": preferred}})


def widgets(*, scaled: bool = True) -> Answer:
    resources = [{"name": "widgets", "kind": "Widget", "namespaced": True}]
    scales = [{"name": "widgets/scale", "kind": "Scale", "namespaced": True}]
    return json_answer({"resources": [*resources, *(scales if scaled else [])]})


async def test_a_kind_of_a_group_is_named_with_its_group() -> None:
    async with client_of(APPS) as (client, peer):
        found = await Kinds(client=client, clock=ManualClock()).resource("apps/v1", "Deployment")
    assert ("deployments.apps", True, "/apis/apps/v1") == (found.qualified, found.namespaced, peer.requests[0].path)


async def test_a_kind_of_the_core_is_named_alone() -> None:
    async with client_of(CORE) as (client, peer):
        found = await Kinds(client=client, clock=ManualClock()).resource("v1", "Node")
    assert ("nodes", False, "/api/v1") == (found.qualified, found.namespaced, peer.requests[0].path)


async def test_a_kind_that_is_known_is_not_asked_for_again() -> None:
    async with client_of(APPS) as (client, peer):
        kinds = Kinds(client=client, clock=ManualClock())
        await kinds.resource("apps/v1", "Deployment")
        await kinds.resource("apps/v1", "Deployment")
    assert 1 == len(peer.requests)


async def test_a_kind_that_is_installed_later_is_found_after_a_while() -> None:
    clock = ManualClock()
    async with client_of(NOTHING, APPS) as (client, peer):
        kinds = Kinds(client=client, clock=clock)
        for _ in range(3):
            with pytest.raises(UnknownKindError):
                await kinds.resource("apps/v1", "Deployment")
        before = len(peer.requests)
        await clock.advance(5)
        found = await kinds.resource("apps/v1", "Deployment")
    assert (1, "deployments.apps") == (before, found.qualified)


@pytest.mark.parametrize("kind", ["Deploy", "Scale", ""])
async def test_a_kind_that_is_not_served_is_named(kind: str) -> None:
    async with client_of(APPS) as (client, _):
        with pytest.raises(UnknownKindError, match=f'no matches for kind "{kind}" in version "apps/v1"'):
            await Kinds(client=client, clock=ManualClock()).resource("apps/v1", kind)


async def test_a_discovery_that_fails_is_the_api_servers_error_and_not_asked_for_again_at_once() -> None:
    async with client_of(status_answer(503)) as (client, peer):
        kinds = Kinds(client=client, clock=ManualClock())
        for _ in range(3):
            with pytest.raises(ApiError):
                await kinds.resource("apps/v1", "Deployment")
    assert 1 == len(peer.requests)


async def test_of_several_versions_the_servers_preferred_one_is_taken() -> None:
    async with client_of(group("v2", "v1", preferred="v1"), widgets(), widgets()) as (client, peer):
        found = await Kinds(client=client, clock=ManualClock()).in_group("example.dev", "Widget")
    paths = ["/apis/example.dev", "/apis/example.dev/v1", "/apis/example.dev/v2"]
    assert ("example.dev/v1", paths) == (found.api_version, [request.path for request in peer.requests])


async def test_a_kind_that_only_another_version_has_is_found_there() -> None:
    async with client_of(group("v1", "v1beta1", preferred="v1"), NOTHING, widgets()) as (client, _):
        found = await Kinds(client=client, clock=ManualClock()).in_group("example.dev", "Widget")
    assert "example.dev/v1beta1" == found.api_version


async def test_the_core_has_one_version() -> None:
    async with client_of(CORE) as (client, peer):
        found = await Kinds(client=client, clock=ManualClock()).in_group("", "Node")
    assert ("v1", ["/api/v1"]) == (found.api_version, [request.path for request in peer.requests])


@pytest.mark.parametrize("scaled", [True, False])
async def test_discovery_says_whether_a_kind_has_a_scale(scaled: bool) -> None:
    async with client_of(group("v1", preferred="v1"), widgets(scaled=scaled)) as (client, _):
        found = await Kinds(client=client, clock=ManualClock()).in_group("example.dev", "Widget")
    assert scaled is found.has_scale


async def test_a_group_that_is_not_served_has_no_kind() -> None:
    async with client_of(ABSENT) as (client, _):
        with pytest.raises(UnknownKindError, match='no matches for kind "Widget" in group "example'):
            await Kinds(client=client, clock=ManualClock()).in_group("example.dev", "Widget")


async def test_those_who_miss_together_ask_once() -> None:
    async with client_of(group("v1", preferred="v1"), widgets()) as (client, peer), asyncio.TaskGroup() as tasks:
        kinds = Kinds(client=client, clock=ManualClock())
        asking = [tasks.create_task(kinds.in_group("example.dev", "Widget")) for _ in range(20)]
        found = [(await each).plural for each in asking]
    assert (["widgets"] * 20, 2) == (found, len(peer.requests))


async def test_a_group_that_is_forgotten_is_asked_for_again_when_it_may() -> None:
    clock = ManualClock()
    async with client_of(group("v1", preferred="v1"), widgets(), ABSENT) as (client, peer):
        kinds = Kinds(client=client, clock=clock)
        await kinds.in_group("example.dev", "Widget")
        await clock.advance(5)
        kinds.forget_group("example.dev")
        for _ in range(3):
            with pytest.raises(UnknownKindError):
                await kinds.in_group("example.dev", "Widget")
    assert 3 == len(peer.requests)


async def test_one_group_that_does_not_answer_keeps_no_other_waiting() -> None:
    async with client_of(status_answer(503), group("v1", preferred="v1"), widgets()) as (client, _):
        kinds = Kinds(client=client, clock=ManualClock())
        with pytest.raises(ApiError):
            await kinds.in_group("broken.dev", "Thing")
        assert "widgets" == (await kinds.in_group("example.dev", "Widget")).plural
