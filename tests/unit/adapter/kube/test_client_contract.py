"""What our transport relies on in kubernetes_asyncio: names and behaviour that no documentation promises."""

from __future__ import annotations

import inspect
from contextlib import asynccontextmanager
from itertools import count
from typing import TYPE_CHECKING, Any

import aiohttp
import pytest
from kubernetes_asyncio.client import ApiClient, Configuration
from kubernetes_asyncio.config.kube_config import KubeConfigLoader, load_kube_config_from_dict

from tests.support.http_peer import http_peer, json_answer, status_answer

if TYPE_CHECKING:
    from collections.abc import AsyncIterator


@asynccontextmanager
async def api_of(url: str) -> AsyncIterator[Any]:
    configuration = Configuration()
    configuration.host = url
    async with ApiClient(configuration) as api:
        yield api


async def ask(api: Any) -> aiohttp.ClientResponse:  # noqa: ANN401 - an untyped library's
    response = await api.call_api(
        "/version",
        "GET",
        query_params=[("a", "b")],
        header_params={"Accept": "application/json"},
        auth_settings=["BearerToken"],
        _preload_content=False,
        _request_timeout=aiohttp.ClientTimeout(total=5),
    )
    assert isinstance(response, aiohttp.ClientResponse)
    return response


async def test_the_session_is_pool_manager_and_can_be_replaced() -> None:
    async with http_peer(json_answer({})) as peer, api_of(peer.url) as api:
        assert isinstance(api.rest_client.pool_manager, aiohttp.ClientSession)
        await api.rest_client.pool_manager.close()
        async with aiohttp.ClientSession(headers={"X-Ours": "yes"}) as ours:
            api.rest_client.pool_manager = ours
            async with await ask(api):
                pass
    assert peer.requests[0].headers["x-ours"] == "yes"


async def test_call_api_without_preloading_gives_aiohttps_response_and_raises_nothing() -> None:
    async with http_peer(status_answer(404)) as peer, api_of(peer.url) as api, await ask(api) as response:
        assert response.status == 404
    assert peer.requests[0].query == {"a": "b"}


async def test_refresh_api_key_hook_runs_before_every_request_that_has_a_token() -> None:
    runs = count(1)
    async with http_peer(json_answer({}), json_answer({})) as peer, api_of(peer.url) as api:
        api.configuration.api_key["BearerToken"] = "Bearer old"
        api.configuration.refresh_api_key_hook = lambda configuration: configuration.api_key.update(
            BearerToken=f"Bearer {next(runs)}"
        )
        for _ in range(2):
            async with await ask(api):
                pass
    assert [received.headers["authorization"] for received in peer.requests] == ["Bearer 1", "Bearer 2"]


@pytest.mark.parametrize("name", ["query_params", "header_params", "body", "auth_settings", "_preload_content"])
def test_call_api_takes_what_we_give(name: str) -> None:
    assert name in inspect.signature(ApiClient.call_api).parameters


async def test_a_loaded_kubeconfig_gives_the_loader_whose_plugin_can_run_again() -> None:
    kubeconfig = {
        "current-context": "it",
        "clusters": [{"name": "it", "cluster": {"server": "http://127.0.0.1:1"}}],
        "users": [{"name": "it", "user": {}}],
        "contexts": [{"name": "it", "context": {"cluster": "it", "user": "it"}}],
    }
    loader = await load_kube_config_from_dict(kubeconfig, client_configuration=Configuration())
    assert isinstance(loader, KubeConfigLoader)
    assert inspect.iscoroutinefunction(loader.load_from_exec_plugin)
