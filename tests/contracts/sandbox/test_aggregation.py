"""How requests reach an aggregated server: over verified TLS, in the caller's name, or not at all."""

import asyncio
import base64
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.contracts.sandbox.api import Answer, Api, Process
from tests.contracts.sandbox.peer import Peer, running_peer

_API_SERVICES = "/apis/apiregistration.k8s.io/v1/apiservices"
_DEADLINE_SECONDS = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class _Aggregated:
    """A peer behind an APIService of its own."""

    api: Api
    peer: Peer
    group: str

    def path(self, below: str = "") -> str:
        return f"/apis/{self.group}/v1{below}"

    async def register(self, *, authority: bytes | None = None) -> None:
        bundle = base64.b64encode(authority or self.peer.authority.certificate).decode()
        service = {"metadata": {"name": "peer"}, "spec": {"type": "ExternalName", "externalName": "127.0.0.1"}}
        await self.api.post(self.api.path("v1", "services"), service)
        reference = {"name": "peer", "namespace": self.api.namespace, "port": self.peer.port}
        spec = {"group": self.group, "version": "v1", "service": reference, "caBundle": bundle}
        priorities = {"groupPriorityMinimum": 100, "versionPriority": 100}
        body = {"metadata": {"name": f"v1.{self.group}"}, "spec": {**spec, **priorities}}
        await self.api.post(_API_SERVICES, body)

    async def condition(self, status: str, *, reason: str = "") -> dict[str, Any]:
        """The condition Available once it has a status, and a reason if one is given: another may come before it."""
        query = {"fieldSelector": f"metadata.name=v1.{self.group}"}
        async with asyncio.timeout(_DEADLINE_SECONDS), self.api.watch(_API_SERVICES, **query) as events:
            async for event in events:
                found: list[dict[str, Any]] = event["object"].get("status", {}).get("conditions", [])
                if found and found[0]["status"] == status and reason in {"", found[0]["reason"]}:
                    return found[0]
        raise AssertionError("the watch ended early")


@pytest.fixture
async def aggregated(api: Api, sandbox: Process, tmp_path: Path) -> AsyncIterator[_Aggregated]:
    async with running_peer(sandbox, tmp_path, f"peer.{api.namespace}.svc") as peer:
        group = f"{api.namespace}.peer.dev"
        yield _Aggregated(api=api, peer=peer, group=group)
        await api.delete(f"{_API_SERVICES}/v1.{group}")


def _header(answer: Answer, name: str) -> list[str]:
    return [value for found, value in answer.body["headers"] if found == name]


async def _registered(aggregated: _Aggregated) -> _Aggregated:
    await aggregated.register()
    await aggregated.condition("True")
    return aggregated


async def test_a_request_arrives_with_its_path_and_query_as_sent(aggregated: _Aggregated) -> None:
    await _registered(aggregated)
    path = aggregated.path("/namespaces/a/lag?labelSelector=name%3Dworker")
    answer = await aggregated.api.get(path)
    assert (answer.code, answer.body["path"]) == (218, path)


async def test_it_arrives_under_the_front_proxys_certificate(aggregated: _Aggregated) -> None:
    answer = await (await _registered(aggregated)).api.get(aggregated.path("/things"))
    assert answer.body["client"] == "front-proxy-client"


async def test_it_names_the_caller(aggregated: _Aggregated) -> None:
    answer = await (await _registered(aggregated)).api.get(aggregated.path("/things"))
    seen = (_header(answer, "x-remote-user"), _header(answer, "x-remote-group"))
    assert seen == (["kubernetes-admin"], ["system:masters", "system:authenticated"])


async def test_it_carries_uid_and_extras_of_the_caller(aggregated: _Aggregated) -> None:
    await _registered(aggregated)
    headers = {"Impersonate-User": "jane", "Impersonate-Uid": "42", "Impersonate-Extra-a%2fb": "c"}
    answer = await aggregated.api.request("GET", aggregated.path("/things"), headers=headers)
    seen = {name: _header(answer, name) for name in ("x-remote-user", "x-remote-uid", "x-remote-extra-a%2fb")}
    assert seen == {"x-remote-user": ["jane"], "x-remote-uid": ["42"], "x-remote-extra-a%2fb": ["c"]}


async def test_the_callers_own_claims_are_dropped(aggregated: _Aggregated) -> None:
    await _registered(aggregated)
    headers = {"X-Remote-User": "root", "X-Remote-Extra-A": "b", "Authorization": "Bearer x"}
    answer = await aggregated.api.request("GET", aggregated.path("/things"), headers=headers)
    names = ("x-remote-user", "x-remote-extra-a", "authorization")
    assert [_header(answer, name) for name in names] == [["kubernetes-admin"], [], []]


async def test_an_available_server_is_said_to_be(aggregated: _Aggregated) -> None:
    await aggregated.register()
    condition = await aggregated.condition("True")
    assert (condition["reason"], condition["message"]) == ("Passed", "all checks passed")


async def test_the_group_is_listed(aggregated: _Aggregated) -> None:
    answer = await (await _registered(aggregated)).api.get(f"/apis/{aggregated.group}")
    assert answer.body["preferredVersion"]["groupVersion"] == f"{aggregated.group}/v1"


async def test_a_certificate_of_another_authority_is_not_trusted(aggregated: _Aggregated, sandbox: Process) -> None:
    await aggregated.register(authority=(sandbox.state / "ca.crt").read_bytes())
    condition = await aggregated.condition("False", reason="FailedDiscoveryCheck")
    assert "certificate" in condition["message"]


async def test_an_unavailable_server_is_a_503_in_text(aggregated: _Aggregated) -> None:
    aggregated.peer.healthy = False
    await aggregated.register()
    await aggregated.condition("False")
    answer = await aggregated.api.get(aggregated.path("/things"))
    assert (answer.code, answer.content_type, answer.body) == (503, "text/plain", "service unavailable\n")


async def test_a_server_that_recovers_is_available_again(aggregated: _Aggregated) -> None:
    aggregated.peer.healthy = False
    await aggregated.register()
    await aggregated.condition("False")
    aggregated.peer.healthy = True
    assert (await aggregated.condition("True"))["reason"] == "Passed"


async def test_a_missing_service_is_said(aggregated: _Aggregated) -> None:
    await aggregated.register()
    await aggregated.api.delete(aggregated.api.path("v1", "services", "peer"))
    assert aggregated.api.namespace in (await aggregated.condition("False", reason="ServiceNotFound"))["message"]


async def test_a_server_that_hangs_is_a_504(aggregated: _Aggregated) -> None:
    answer = await (await _registered(aggregated)).api.get(aggregated.path("/hang"))
    assert (answer.code, answer.body["reason"]) == (504, "Timeout")
