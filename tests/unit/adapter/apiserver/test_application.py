"""Claims about `adapter.apiserver.application`: every path there is."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from tests.support.api_server import GROUP_VERSION, LAG, ScriptedProvider, api_server

if TYPE_CHECKING:
    import aiohttp

_V2 = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList"
_DOCUMENTS = [
    "/",
    "/version",
    "/apis",
    "/apis/external.metrics.k8s.io",
    GROUP_VERSION,
    "/openapi/v2",
    "/openapi/v3",
    f"/openapi/v3{GROUP_VERSION}",
]


@pytest.mark.parametrize("path", _DOCUMENTS)
async def test_a_document_is_sent_once_and_then_only_confirmed(path: str) -> None:
    async with api_server() as server:
        async with server.caller.get(path) as first:
            tag = first.headers["ETag"]
        async with server.caller.get(path, headers={"If-None-Match": tag}) as second:
            assert (200, 304, tag) == (first.status, second.status, second.headers["ETag"])


@pytest.mark.parametrize("path", _DOCUMENTS)
async def test_a_document_that_changed_is_sent_again(path: str) -> None:
    async with api_server() as server, server.caller.get(path, headers={"If-None-Match": '"old"'}) as answer:
        assert answer.status == 200


@pytest.mark.parametrize("path", _DOCUMENTS)
async def test_a_document_is_refused_to_who_takes_no_json(path: str) -> None:
    async with api_server() as server, server.caller.get(path, headers={"Accept": "text/html"}) as answer:
        assert (answer.status, (await answer.json())["reason"]) == (406, "NotAcceptable")


@pytest.mark.parametrize("path", [*_DOCUMENTS, "/livez", "/readyz", "/healthz"])
async def test_no_document_waits_for_the_engine(path: str) -> None:
    provider = ScriptedProvider(hangs=True)
    async with api_server(provider) as server, asyncio.TaskGroup() as tasks:
        hanging = tasks.create_task(_status_of(server.caller))
        await provider.reached.wait()
        async with asyncio.timeout(1), server.caller.get(path) as answer:
            assert answer.status == 200
        provider.released.set()
        await hanging


async def test_aggregated_discovery_is_typed_as_the_aggregator_asks_for_it() -> None:
    async with api_server() as server, server.caller.get("/apis", headers={"Accept": _V2}) as answer:
        assert (answer.status, answer.headers["Content-Type"]) == (200, _V2)


async def test_the_two_forms_of_discovery_have_tags_of_their_own() -> None:
    async with (
        api_server() as server,
        server.caller.get("/apis", headers={"Accept": _V2}) as aggregated,
        server.caller.get("/apis") as plain,
    ):
        assert aggregated.headers["ETag"] != plain.headers["ETag"]


@pytest.mark.parametrize(
    "path",
    [
        f"{GROUP_VERSION}/queue_consumer_lag",
        f"{LAG}/status",
        f"{GROUP_VERSION}/namespaces/default",
        "/apis/custom.metrics.k8s.io",
        "/api",
        "/readyz/nothing",
    ],
)
async def test_other_paths_are_not_there(path: str) -> None:
    async with api_server() as server, server.caller.get(path) as answer:
        assert (answer.status, (await answer.json())["reason"]) == (404, "NotFound")


async def test_the_version_is_the_distributions() -> None:
    async with api_server() as server, server.caller.get("/version") as answer:
        body = await answer.json()
    assert body["gitVersion"].startswith(f"v{body['major']}.{body['minor']}.")


async def test_the_servers_own_metrics_are_exposed_as_prometheus_reads_them() -> None:
    async with api_server() as server, server.caller.get("/metrics") as answer:
        text = await answer.text()
    assert answer.headers["Content-Type"] == "text/plain; version=0.0.4; charset=utf-8"
    assert "lagzero_adapter_serving_certificate_expiry_timestamp_seconds" in text


async def test_a_server_on_its_way_out_is_alive_but_not_ready() -> None:
    async with api_server() as server:
        server.readiness.stop()
        statuses = [(await server.stranger.get(path)).status for path in ("/livez", "/readyz", "/readyz/shutdown")]
    assert statuses == [200, 500, 500]


async def _status_of(caller: aiohttp.ClientSession) -> int:
    async with caller.get(LAG) as answer:
        return answer.status
