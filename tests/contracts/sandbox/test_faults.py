"""What a test can make go wrong on purpose."""

import pytest

from tests.contracts.sandbox.api import Api
from tests.contracts.sandbox.manifests import deployment


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


async def test_a_fault_that_is_none_is_refused(api: Api) -> None:
    assert (await api.post("/sandbox/faults", {"scale_writes": "explode"})).code == 400
