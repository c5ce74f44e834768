"""Who is believed no longer? Tokens that the cluster calls expired, and certificates whose time is over, over TLS."""

from __future__ import annotations

from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from typing import TYPE_CHECKING

import msgspec
from aiohttp import web
from aiohttp.test_utils import TestServer

from tests.support.adapter_files import AdapterFiles, session
from tests.support.adapter_running import WHILE_CERTIFICATES_COUNT, running
from tests.support.api_server import GROUP_VERSION
from tests.support.authorities import Validity

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    import aiohttp

    from tests.support.adapter_running import Running

_KUBECONFIG = """
current-context: it
clusters: [{{name: it, cluster: {{server: "{url}"}}}}]
contexts: [{{name: it, context: {{cluster: it, user: it}}}}]
users: [{{name: it, user: {{}}}}]
"""
_EXPIRED = "[invalid bearer token, service account token has expired]"
_JANE = {"Authorization": "Bearer janes-token"}


@dataclass(slots=True)
class Reviewing:
    """A cluster that answers reviews: Jane's token counts until it has expired, and everybody may do everything."""

    has_expired: bool = False
    tokens: list[str] = field(default_factory=list)

    async def token(self, request: web.Request) -> web.Response:
        self.tokens.append(msgspec.json.decode(await request.read())["spec"]["token"])
        jane = {"authenticated": True, "user": {"username": "jane", "groups": ["workers"]}}
        return web.json_response({"status": {"error": _EXPIRED} if self.has_expired else jane})

    async def access(self, _request: web.Request) -> web.Response:
        return web.json_response({"status": {"allowed": True}})


@asynccontextmanager
async def _adapter(files: AdapterFiles, cluster: Reviewing) -> AsyncIterator[Running]:
    app = web.Application()
    app.router.add_post("/apis/authentication.k8s.io/v1/tokenreviews", cluster.token)
    app.router.add_post("/apis/authorization.k8s.io/v1/subjectaccessreviews", cluster.access)
    async with TestServer(app, host="127.0.0.1") as server:
        kubeconfig = files.folder / "kubeconfig"
        kubeconfig.write_text(_KUBECONFIG.format(url=f"http://127.0.0.1:{server.port}"))
        async with running(files, kubeconfig=kubeconfig) as adapter:
            yield adapter


async def test_a_token_that_has_expired_is_nobodys_within_ten_seconds(tmp_path: Path) -> None:
    files, cluster = AdapterFiles(folder=tmp_path), Reviewing()
    async with _adapter(files, cluster) as adapter, session(adapter.url, files.anonymous()) as client:
        before = await _status(client, _JANE)
        cluster.has_expired = True
        remembered = await _status(client, _JANE)
        await adapter.look()
        after = await _status(client, _JANE)
    assert (200, 200, 401) == (before, remembered, after)


async def test_an_expired_token_is_not_asked_about_for_each_request(tmp_path: Path) -> None:
    files, cluster = AdapterFiles(folder=tmp_path), Reviewing(has_expired=True)
    async with _adapter(files, cluster) as adapter, session(adapter.url, files.anonymous()) as client:
        statuses = [await _status(client, _JANE) for _ in range(5)]
    assert ([401] * 5, ["janes-token"]) == (statuses, cluster.tokens)


async def test_who_has_expired_is_told_nothing_of_the_cluster(tmp_path: Path) -> None:
    files, cluster = AdapterFiles(folder=tmp_path), Reviewing(has_expired=True)
    async with (
        _adapter(files, cluster) as adapter,
        session(adapter.url, files.anonymous()) as client,
        client.get(GROUP_VERSION, headers=_JANE) as answer,
    ):
        body = await answer.json()
    assert ("Unauthorized", 401, False) == (body["reason"], body["code"], "expired" in body["message"])


async def test_a_client_certificate_ends_on_a_connection_that_is_open(tmp_path: Path) -> None:
    files = AdapterFiles(folder=tmp_path)
    brief = files.clients.client("jane", validity=Validity(end=WHILE_CERTIFICATES_COUNT + timedelta(seconds=5)))
    async with (
        _adapter(files, Reviewing()) as adapter,
        session(adapter.url, files.presenting(brief)) as client,
    ):
        before = await _status(client, {})
        await adapter.look()
        after = await _status(client, {})
    assert (200, 401) == (before, after)


async def _status(client: aiohttp.ClientSession, headers: dict[str, str]) -> int:
    async with client.get(GROUP_VERSION, headers=headers) as answer:
        await answer.read()
        return answer.status
