"""A few objects under resourceVersions on loopback: as much of an API server as two replicas need to agree."""

from __future__ import annotations

from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import msgspec
from aiohttp import web

from adapter.kube.access import Access, Cluster
from adapter.kube.client import KubeClient

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

_CODES = {"Forbidden": 403, "NotFound": 404, "AlreadyExists": 409, "Conflict": 409}


@dataclass(slots=True, kw_only=True)
class SmallCluster:
    """The objects by their path. `before_writes` run once each, before a write; `forbidden` are methods."""

    url: str = ""
    objects: dict[str, dict[str, Any]] = field(default_factory=dict)
    before_writes: list[Callable[[], None]] = field(default_factory=list)
    forbidden: set[str] = field(default_factory=set)
    writes: list[str] = field(default_factory=list)
    _version: int = 0

    def put(self, path: str, document: dict[str, Any]) -> dict[str, Any]:
        """Store it under the next version."""
        self._version += 1
        metadata = {**document["metadata"], "resourceVersion": str(self._version)}
        self.objects[path] = {**document, "metadata": metadata}
        return self.objects[path]

    async def handle(self, request: web.Request) -> web.StreamResponse:
        path, body = request.path, msgspec.json.decode(await request.read() or b"{}")
        if request.method in self.forbidden:
            return _failure("Forbidden")
        if request.method == "GET":
            return web.json_response(self.objects[path]) if path in self.objects else _failure("NotFound")
        if self.before_writes:
            self.before_writes.pop(0)()
        self.writes.append(f"{request.method} {path}")
        if request.method == "POST":
            path = f"{path}/{body['metadata']['name']}"
            return _failure("AlreadyExists") if path in self.objects else web.json_response(self.put(path, body))
        stored = self.objects.get(path)
        if stored is None:
            return _failure("NotFound")
        if body["metadata"]["resourceVersion"] != stored["metadata"]["resourceVersion"]:
            return _failure("Conflict")
        if request.method == "PATCH":
            body = {**stored, "spec": {**stored["spec"], **body["spec"]}}
        return web.json_response(self.put(path, body))


@asynccontextmanager
async def small_cluster() -> AsyncIterator[SmallCluster]:
    """A cluster for the length of a block."""
    cluster = SmallCluster()
    app = web.Application()
    app.router.add_route("*", "/{path:.*}", cluster.handle)
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.01)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    cluster.url = f"http://127.0.0.1:{runner.addresses[0][1]}"
    try:
        yield cluster
    finally:
        await runner.cleanup()


def client_of(cluster: SmallCluster) -> KubeClient:
    """A client for it."""
    return KubeClient.of(Access(cluster=Cluster(server=cluster.url)), user_agent="test", deadline_seconds=5)


def _failure(reason: str) -> web.Response:
    code = _CODES[reason]
    body = {"kind": "Status", "apiVersion": "v1", "status": "Failure", "reason": reason, "code": code}
    return web.json_response(body, status=code)
