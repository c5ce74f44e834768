"""What a test can make go wrong on purpose."""

import pytest

from tests.contracts.sandbox.api import Api
from tests.contracts.sandbox.manifests import deployment

JANE = {"Impersonate-User": "jane"}


@pytest.mark.parametrize(("fault", "code"), [("fail", 500), ("conflict", 409)])
async def test_writes_to_scale_fail_as_often_as_asked(api: Api, fault: str, code: int) -> None:
    await api.post(api.path("apps/v1", "deployments"), deployment("web", 1))
    path = api.path("apps/v1", "deployments", "web", "scale")
    await api.post("/sandbox/faults", {"scale_writes": fault, "for": 2})
    seen = [(await api.patch(path, {"spec": {"replicas": 2}})).code for _ in range(3)]
    assert seen == [code, code, 200]


async def test_any_request_can_be_given_an_answer(api: Api) -> None:
    fault = {"method": "GET", "path": f"/namespaces/{api.namespace}/pods$", "answer": 429}
    await api.post("/sandbox/faults", fault)
    seen = [(await api.get(api.path("v1", "pods"))).code for _ in range(2)]
    assert seen == [429, 200]


async def test_a_request_can_be_left_hanging(api: Api) -> None:
    await api.post("/sandbox/faults", {"path": f"/namespaces/{api.namespace}/pods$", "answer": "hang"})
    with pytest.raises(TimeoutError):
        await api.request("GET", api.path("v1", "pods"), seconds=0.3)


async def test_faults_can_be_switched_off(api: Api) -> None:
    await api.post("/sandbox/faults", {"path": f"/namespaces/{api.namespace}/", "answer": 500, "for": 100})
    await api.delete("/sandbox/faults")
    assert (await api.get(api.path("v1", "pods"))).code == 200


@pytest.mark.parametrize("fault", [{"scale_writes": "explode"}, {"path": "("}, {"answer": 500, "every": 0}, {"odd": 1}])
async def test_a_fault_that_is_none_is_refused(api: Api, fault: dict[str, object]) -> None:
    assert (await api.post("/sandbox/faults", fault)).code == 400


async def test_a_fault_may_meet_every_second_request_only(api: Api) -> None:
    fault = {"method": "GET", "path": f"/namespaces/{api.namespace}/pods$", "answer": 409, "every": 2, "for": 2}
    await api.post("/sandbox/faults", fault)
    assert [200, 409, 200, 409, 200] == [(await api.get(api.path("v1", "pods"))).code for _ in range(5)]


async def test_a_fault_may_meet_one_user_only(api: Api) -> None:
    fault = {"path": f"/namespaces/{api.namespace}/pods$", "user": "^jane$", "answer": 403}
    await api.post("/sandbox/faults", fault)
    seen = [(await api.request("GET", api.path("v1", "pods"), headers=who)).code for who in ({}, JANE, JANE)]
    assert [200, 403, 200] == seen


async def test_an_answer_can_be_held_back_after_the_request_was_carried_out(api: Api) -> None:
    await api.post(api.path("apps/v1", "deployments"), deployment("web", 1))
    path = api.path("apps/v1", "deployments", "web", "scale")
    await api.post("/sandbox/faults", {"method": "PATCH", "path": f"{path}$", "held_seconds": 120})

    async def is_carried_out() -> bool:
        return bool((await api.get(path)).body["spec"] == {"replicas": 3})

    assert await api.is_left_unanswered(path, {"spec": {"replicas": 3}}, until=is_carried_out)


async def test_a_busy_server_says_when_to_come_back(api: Api) -> None:
    fault = {"path": f"/namespaces/{api.namespace}/pods$", "answer": 429, "retry_after_seconds": 7}
    await api.post("/sandbox/faults", fault)
    refusal = await api.get(api.path("v1", "pods"))
    assert (429, {"retryAfterSeconds": 7}) == (refusal.code, refusal.body["details"])


@pytest.mark.parametrize(
    ("code", "reason"), [(403, "Forbidden"), (410, "Expired"), (500, "InternalError"), (503, "ServiceUnavailable")]
)
async def test_a_refusal_has_the_reason_of_its_code(api: Api, code: int, reason: str) -> None:
    await api.post("/sandbox/faults", {"path": f"/namespaces/{api.namespace}/pods$", "answer": code})
    assert reason == (await api.get(api.path("v1", "pods"))).body["reason"]
