"""Claims about `adapter.kube.transport`: which calls can't be starved by which others."""

import asyncio

import pytest
from aiohttp import web

from adapter.kube.access import Access, Cluster
from adapter.kube.client import KubeClient
from adapter.kube.transport import is_relayed
from tests.support.http_peer import http_peer

HANGING = 80


@pytest.mark.parametrize(
    ("path", "relayed"),
    [
        ("/apis/metrics.k8s.io/v1beta1/namespaces/jobs/pods", True),
        ("/apis/custom.metrics.k8s.io/v1beta2/namespaces/jobs/pods/*/depth", True),
        ("/apis/external.metrics.k8s.io/v1beta1", True),
        ("/apis/apps/v1/namespaces/metrics.k8s.io/deployments/worker", False),
        ("/api/v1/namespaces/jobs/pods", False),
        ("/version", False),
    ],
)
def test_metrics_are_what_another_server_answers(path: str, relayed: bool) -> None:
    assert relayed is is_relayed(path)


@pytest.mark.parametrize(
    ("hanging", "quick"),
    [
        ("/apis/metrics.k8s.io/v1beta1/nodes", "/version"),
        ("/api/v1/pods", "/apis/coordination.k8s.io/v1/namespaces/jobs/leases/lagzero-scaler"),
    ],
    ids=["metrics", "everything but leases"],
)
async def test_calls_that_hang_keep_others_from_nothing(hanging: str, quick: str) -> None:
    async def answer(request: web.Request) -> web.StreamResponse:
        if request.path == hanging:
            await asyncio.sleep(60)
        return web.json_response({})

    async with http_peer(*[answer] * (HANGING + 1)) as peer:
        access = Access(cluster=Cluster(server=peer.url))
        client = KubeClient.of(access, user_agent="lagzero/test", deadline_seconds=5)
        async with client, asyncio.TaskGroup() as tasks:
            waiting = [tasks.create_task(client.get(hanging, dict)) for _ in range(HANGING)]
            await peer.until_asked(HANGING // 2)
            answered = await client.get(quick, dict)
            for task in waiting:
                task.cancel()
    assert {} == answered
