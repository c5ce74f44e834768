"""How workloads come to have Pods: as many as asked for, ready after a while, gone at scale-in."""

import asyncio
from collections.abc import Callable
from typing import Any

from tests.contracts.sandbox.api import Api
from tests.contracts.sandbox.manifests import deployment, stateful_set

_DEADLINE_SECONDS = 60


async def _seen(api: Api, path: str, holds: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """The first state of an object, as a watch tells it, for which something holds."""
    async with asyncio.timeout(_DEADLINE_SECONDS), api.watch(path) as events:
        async for event in events:
            if holds(event["object"]):
                found: dict[str, Any] = event["object"]
                return found
    raise AssertionError(f"the watch on {path} ended early")


def _ready(count: int) -> Callable[[dict[str, Any]], bool]:
    return lambda seen: seen.get("status", {}).get("readyReplicas", 0) == count


async def _pods(api: Api) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = (await api.get(api.path("v1", "pods"))).body["items"]
    return found


async def test_a_deployments_pods_become_ready(api: Api) -> None:
    path = api.path("apps/v1", "deployments", "web")
    await api.post(api.path("apps/v1", "deployments"), deployment("web", 3))
    seen = await _seen(api, path, _ready(3))
    assert (seen["status"]["replicas"], seen["status"]["observedGeneration"]) == (3, 1)


async def test_a_pod_has_the_labels_of_its_template_and_an_owner(api: Api) -> None:
    await api.post(api.path("apps/v1", "deployments"), deployment("web", 1))
    await _seen(api, api.path("apps/v1", "deployments", "web"), _ready(1))
    metadata = (await _pods(api))[0]["metadata"]
    assert (metadata["labels"]["app"], metadata["ownerReferences"][0]["kind"]) == ("web", "ReplicaSet")


async def test_a_ready_pod_runs_and_says_so(api: Api) -> None:
    await api.post(api.path("apps/v1", "deployments"), deployment("web", 1))
    await _seen(api, api.path("apps/v1", "deployments", "web"), _ready(1))
    status = (await _pods(api))[0]["status"]
    conditions = {each["type"]: each["status"] for each in status["conditions"]}
    assert (status["phase"], conditions["Ready"], conditions["ContainersReady"]) == ("Running", "True", "True")


async def test_pods_vanish_at_scale_in(api: Api) -> None:
    path = api.path("apps/v1", "deployments", "web")
    await api.post(api.path("apps/v1", "deployments"), deployment("web", 3))
    await _seen(api, path, _ready(3))
    await api.patch(f"{path}/scale", {"spec": {"replicas": 1}})
    await _seen(api, path, _ready(1))
    assert len(await _pods(api)) == 1


async def test_the_cheapest_pod_is_the_first_to_go(api: Api) -> None:
    path = api.path("apps/v1", "deployments", "web")
    await api.post(api.path("apps/v1", "deployments"), deployment("web", 3))
    await _seen(api, path, _ready(3))
    names = [pod["metadata"]["name"] for pod in await _pods(api)]
    cost = {"metadata": {"annotations": {"controller.kubernetes.io/pod-deletion-cost": "-5"}}}
    await api.patch(api.path("v1", "pods", names[1]), cost)
    await api.patch(f"{path}/scale", {"spec": {"replicas": 2}})
    await _seen(api, path, _ready(2))
    assert [pod["metadata"]["name"] for pod in await _pods(api)] == [names[0], names[2]]


async def test_a_deployment_at_zero_leaves_its_counts_out(api: Api) -> None:
    await api.post(api.path("apps/v1", "deployments"), deployment("web", 0))
    observed = await _seen(api, api.path("apps/v1", "deployments", "web"), lambda seen: "status" in seen)
    assert not {"replicas", "readyReplicas"} & observed["status"].keys()


async def test_a_new_template_brings_new_pods(api: Api) -> None:
    path = api.path("apps/v1", "deployments", "web")
    await api.post(api.path("apps/v1", "deployments"), deployment("web", 1))
    await _seen(api, path, _ready(1))
    changed = {"spec": {"template": {"metadata": {"labels": {"tier": "back"}}}}}
    await api.patch(path, changed)
    await _seen(api, path, lambda seen: seen["status"]["observedGeneration"] == 2 and _ready(1)(seen))
    assert [pod["metadata"]["labels"]["tier"] for pod in await _pods(api)] == ["back"]


async def test_a_pod_can_be_kept_unready(api: Api) -> None:
    await api.post(api.path("apps/v1", "deployments"), deployment("web", 1, **{"sandbox/ready-after": "never"}))
    pods = api.path("v1", "pods")
    seen = await _seen(api, pods, lambda pod: pod.get("status", {}).get("phase") == "Running")
    assert {"type": "Ready", "status": "False"}.items() <= seen["status"]["conditions"][-1].items()


async def test_a_stateful_sets_pods_are_numbered(api: Api) -> None:
    await api.post(api.path("apps/v1", "statefulsets"), stateful_set("db", 2))
    await _seen(api, api.path("apps/v1", "statefulsets", "db"), _ready(2))
    assert [pod["metadata"]["name"] for pod in await _pods(api)] == ["db-0", "db-1"]


async def test_a_stateful_set_gives_up_its_highest_number(api: Api) -> None:
    path = api.path("apps/v1", "statefulsets", "db")
    await api.post(api.path("apps/v1", "statefulsets"), stateful_set("db", 2))
    await _seen(api, path, _ready(2))
    await api.patch(f"{path}/scale", {"spec": {"replicas": 1}})
    await _seen(api, path, _ready(1))
    assert [pod["metadata"]["name"] for pod in await _pods(api)] == ["db-0"]


async def test_a_deleted_pod_is_replaced(api: Api) -> None:
    path = api.path("apps/v1", "deployments", "web")
    await api.post(api.path("apps/v1", "deployments"), deployment("web", 1))
    await _seen(api, path, _ready(1))
    first = (await _pods(api))[0]["metadata"]["name"]
    await api.delete(api.path("v1", "pods", first))
    await _seen(api, path, _ready(1))
    assert [pod["metadata"]["name"] == first for pod in await _pods(api)] == [False]


async def test_pods_go_with_their_deployment(api: Api) -> None:
    path = api.path("apps/v1", "deployments", "web")
    await api.post(api.path("apps/v1", "deployments"), deployment("web", 2))
    await _seen(api, path, _ready(2))
    await api.delete(path)
    assert await _pods(api) == []


async def test_a_selector_that_misses_the_template_is_refused(api: Api) -> None:
    wrong = deployment("web", 1)
    wrong["spec"]["selector"] = {"matchLabels": {"app": "other"}}
    answer = await api.post(api.path("apps/v1", "deployments"), wrong)
    assert (answer.code, answer.body["details"]["causes"][0]["field"]) == (422, "spec.template.metadata.labels")
