"""Where a request goes: who asks, what goes wrong on purpose, and which part answers."""

import asyncio
from dataclasses import dataclass

from aiohttp import web

from e2e.sandbox import openapi
from e2e.sandbox.answers import check_document_type, document_answer, refusal_answer
from e2e.sandbox.authentication import User, caller
from e2e.sandbox.discovery import discovered
from e2e.sandbox.documents import Document, decode
from e2e.sandbox.failures import StatusError, no_such_path
from e2e.sandbox.faults import Faults
from e2e.sandbox.paths import parse
from e2e.sandbox.private_paths import PrivatePaths
from e2e.sandbox.proxy import Proxy
from e2e.sandbox.registry import Registry
from e2e.sandbox.requests_log import RequestsLog, is_watch
from e2e.sandbox.resource_requests import ResourceRequests
from e2e.sandbox.reviews import REVIEW_PATHS, Reviews

_MOST_BYTES = 8 * 1024 * 1024
_HEALTH = ("/livez", "/readyz", "/healthz")


@dataclass(frozen=True, slots=True, kw_only=True)
class Server:
    """The parts that answer."""

    registry: Registry
    resources: ResourceRequests
    reviews: Reviews
    faults: Faults
    private: PrivatePaths
    proxy: Proxy
    log: RequestsLog

    def application(self) -> web.Application:
        """The whole of it as one aiohttp application; paths are too dynamic for its router."""
        application = web.Application(client_max_size=_MOST_BYTES)
        application.router.add_route("*", "/{path:.*}", self._handle)
        return application

    async def _handle(self, request: web.Request) -> web.StreamResponse:
        try:
            user = caller(request, self.reviews.tokens)
            if request.path.startswith("/sandbox/"):
                return document_answer(self.private.answer(request.method, request.path, await request.read()))
            return await self._noted(request, user)
        except StatusError as refusal:
            return refusal_answer(refusal)

    async def _noted(self, request: web.Request, user: User) -> web.StreamResponse:
        """The answer, after its request was written down; nothing is awaited between a write and its line."""
        try:
            held_seconds = await self.faults.meet(request.method, request.path, user.name)
            if is_watch(request):
                self.log.note(request, user, 200)
                return await self._answer(request, user)
            answer = await self._answer(request, user)
        except StatusError as refusal:
            self.log.note(request, user, refusal.code)
            raise
        body = answer.body if isinstance(answer, web.Response) else b""
        self.log.note(request, user, answer.status, body if isinstance(body, bytes) else b"")
        await asyncio.sleep(held_seconds)
        return answer

    async def _answer(self, request: web.Request, user: User) -> web.StreamResponse:
        path = request.path.rstrip("/") or "/"
        if path.startswith(_HEALTH):
            return web.Response(text="ok")
        if path in REVIEW_PATHS and request.method == "POST":
            check_document_type(request)
            review = decode(await request.read())
            return document_answer(self.reviews.answer(REVIEW_PATHS[path], review, user), 201)
        if request.method == "GET" and (found := self._described(path)) is not None:
            return document_answer(found)
        parsed = parse(path)
        if parsed is None:
            raise no_such_path()
        if self.proxy.serves(parsed.group, parsed.version):
            return await self.proxy.forward(request, parsed.group, parsed.version, user)
        kind = self.registry.find(parsed.group, parsed.version, parsed.resource)
        if kind is None or (parsed.namespace and not kind.namespaced):
            raise no_such_path()
        if kind.namespaced and parsed.name and not parsed.namespace:
            raise no_such_path()
        return await self.resources.answer(request, parsed, kind)

    def _described(self, path: str) -> Document | None:
        if path.startswith("/openapi/v3"):
            return openapi.described(path, self.registry)
        if path.startswith(("/api", "/version", "/openapi")):
            return discovered(path, self.registry, self.proxy.served())
        return None
