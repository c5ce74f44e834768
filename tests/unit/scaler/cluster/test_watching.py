"""Claims about `scaler.cluster.watching`: which collections are watched."""

from __future__ import annotations

import asyncio
from random import Random
from typing import TYPE_CHECKING

import pytest

from adapter.kube.meta import NamespacedName
from scaler.cluster.watching import watching
from scaler.cluster.workloads import WORKLOAD_KINDS
from tests.support.clock import ManualClock
from tests.support.http_peer import json_answer, silence, status_answer
from tests.unit.scaler.cluster.clients import client_of

if TYPE_CHECKING:
    from adapter.kube.client import KubeClient
    from scaler.cluster.watching import Watching

ZPAS = "/apis/lagzero.dev/v1alpha1"
HPAS = "/apis/autoscaling/v2"


def watching_with(client: KubeClient, *namespaces: str, clock: ManualClock | None = None) -> Watching:
    return watching(
        client=client,
        namespaces=namespaces,
        clock=clock or ManualClock(),
        random=Random(1),
    )


@pytest.mark.parametrize(
    ("namespaces", "paths"),
    [
        (
            (),
            {
                f"{ZPAS}/zeropodautoscalers",
                f"{HPAS}/horizontalpodautoscalers",
                "/apis/apps/v1/deployments",
                "/apis/apps/v1/statefulsets",
            },
        ),
        (
            ("a", "b"),
            {
                f"{group}/namespaces/{namespace}/{plural}"
                for namespace in ("a", "b")
                for group, plural in (
                    (ZPAS, "zeropodautoscalers"),
                    (HPAS, "horizontalpodautoscalers"),
                    ("/apis/apps/v1", "deployments"),
                    ("/apis/apps/v1", "statefulsets"),
                )
            },
        ),
    ],
)
async def test_autoscalers_and_workloads_are_watched_in_all_namespaces_or_in_those_named(
    namespaces: tuple[str, ...], paths: set[str]
) -> None:
    async with client_of(*[silence() for _ in paths]) as (client, peer), asyncio.TaskGroup() as tasks:
        watched = watching_with(client, *namespaces)
        running = [tasks.create_task(service) for service in watched.services()]
        await peer.until_asked(len(paths))
        for task in running:
            task.cancel()
    assert paths == {request.path for request in peer.requests}


async def test_nothing_is_synced_before_everything_was_listed() -> None:
    async with client_of() as (client, _):
        watched = watching_with(client)
        for reflector in watched.reflectors[1:]:
            reflector.synced.set()
        assert "horizontalpodautoscalers.autoscaling: not listed yet" == watched.unlisted()


async def test_it_is_synced_once_everything_was_listed() -> None:
    async with client_of() as (client, _):
        watched = watching_with(client)
        for reflector in watched.reflectors:
            reflector.synced.set()
        await watched.until_synced()
        assert "" == watched.unlisted()


async def test_what_the_api_server_does_not_know_is_named_with_its_answer() -> None:
    refused = status_answer(404, reason="NotFound", message="the server could not find the requested resource")
    clock = ManualClock()
    async with client_of(refused) as (client, _), asyncio.TaskGroup() as tasks:
        watched = watching_with(client, clock=clock)
        for reflector in watched.reflectors[1:]:
            reflector.synced.set()
        running = tasks.create_task(watched.reflectors[0].run())
        await clock.until_asleep()
        said = watched.unlisted()
        running.cancel()
    expected = "404 NotFound: the server could not find the requested resource"
    assert f"horizontalpodautoscalers.autoscaling: {expected}" == said


async def test_what_is_listed_is_in_the_copy_of_its_kind() -> None:
    document = {"metadata": {"name": "worker", "namespace": "jobs", "resourceVersion": "3"}, "spec": {"replicas": 2}}
    listed = json_answer({"metadata": {"resourceVersion": "7"}, "items": [document]})
    async with client_of(listed, silence()) as (client, peer), asyncio.TaskGroup() as tasks:
        watched = watching_with(client)
        stateful_sets = watched.reflectors[3]
        running = tasks.create_task(stateful_sets.run())
        await peer.until_asked(2)
        running.cancel()
    found = [cache.get(NamespacedName("jobs", "worker")) is not None for cache in watched.workloads.values()]
    assert [False, True, False] == found
    assert ["deployments", "statefulsets", "replicasets"] == [kind.plural for kind in WORKLOAD_KINDS]


async def test_what_has_heard_nothing_since_is_listed_anew() -> None:
    async with client_of() as (client, _):
        watched = watching_with(client)
        for watch in watched.reflectors:
            watch.synced.set()
        await watched.until_current(0.0)  # the clock stands at zero
        before = watched.unlisted()
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0):
                await watched.until_current(1.0)
        assert ("", True) == (before, watched.unlisted() != "")
