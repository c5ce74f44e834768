"""How these tests talk to the sandbox: plain HTTP with a client certificate, nothing that knows Kubernetes."""

import asyncio
import json
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import aiohttp
from yarl import URL

MERGE = "application/merge-patch+json"
APPLY = "application/apply-patch+yaml"
STRATEGIC = "application/strategic-merge-patch+json"
JSON_PATCH = "application/json-patch+json"


@dataclass(frozen=True, slots=True, kw_only=True)
class Process:
    """A running sandbox."""

    url: str
    state: Path

    def tls(self, *, certified: bool) -> ssl.SSLContext:
        """What a client needs that trusts the sandbox, and is the admin or nobody."""
        context = ssl.create_default_context(cafile=str(self.state / "ca.crt"))
        if certified:
            context.load_cert_chain(self.state / "admin.crt", self.state / "admin.key")
        return context


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What came back; `body` is the decoded JSON, or the text of another type."""

    code: int
    body: Any
    content_type: str


class Api:
    """One client of one sandbox, and the namespace of its test."""

    def __init__(self, session: aiohttp.ClientSession, url: str, namespace: str) -> None:
        self._session = session
        self._url = url
        self.namespace = namespace

    def path(self, group_version: str, resource: str, name: str = "", subresource: str = "") -> str:
        """A path in the test's namespace; `group_version` is v1 or GROUP/VERSION."""
        root = "apis" if "/" in group_version else "api"
        parts = [root, group_version, "namespaces", self.namespace, resource, name, subresource]
        return "/" + "/".join(filter(None, parts))

    async def get(self, path: str, **query: str) -> Answer:
        return await self.request("GET", path, query=query)

    async def post(self, path: str, body: object, **query: str) -> Answer:
        return await self.request("POST", path, body, query=query)

    async def put(self, path: str, body: object, **query: str) -> Answer:
        return await self.request("PUT", path, body, query=query)

    async def patch(self, path: str, body: object, content_type: str = MERGE, **query: str) -> Answer:
        return await self.request("PATCH", path, body, query=query, headers={"Content-Type": content_type})

    async def delete(self, path: str, body: object = None) -> Answer:
        return await self.request("DELETE", path, body)

    async def request(
        self,
        method: str,
        path: str,
        body: object = None,
        *,
        query: dict[str, str] | None = None,
        headers: dict[str, str] | None = None,
        seconds: float = 60.0,
    ) -> Answer:
        """Any request, its answer read whole."""
        data = None if body is None else json.dumps(body)
        sent = {**({"Content-Type": "application/json"} if data else {}), **(headers or {})}
        url = URL(self._url + path, encoded=True)
        timeout = aiohttp.ClientTimeout(total=seconds)
        async with self._session.request(method, url, data=data, params=query, headers=sent, timeout=timeout) as answer:
            text = await answer.text()
            decoded = json.loads(text) if answer.content_type == "application/json" else text
            return Answer(code=answer.status, body=decoded, content_type=answer.content_type)

    async def is_left_unanswered(self, path: str, body: object, *, until: Callable[[], Awaitable[bool]]) -> bool:
        """Whether the patch of an object still waits for its answer when `until` is true."""
        async with asyncio.TaskGroup() as tasks:
            request = tasks.create_task(self.patch(path, body))
            await _when(until)
            waits = not request.done()
            request.cancel()
        return waits

    @asynccontextmanager
    async def watch(
        self, path: str, *, accept: str = "application/json", **query: str
    ) -> AsyncIterator[AsyncIterator[dict[str, Any]]]:
        """The events of a watch, as they come."""
        params = {"watch": "true", "timeoutSeconds": "60", **query}
        async with self._session.get(self._url + path, params=params, headers={"Accept": accept}) as answer:
            yield _events(answer)


async def _when(holds: Callable[[], Awaitable[bool]]) -> None:
    async with asyncio.timeout(60):
        while True:
            if await holds():
                return
            await asyncio.sleep(0.01)


async def _events(answer: aiohttp.ClientResponse) -> AsyncIterator[dict[str, Any]]:
    async for line in answer.content:
        yield json.loads(line)
