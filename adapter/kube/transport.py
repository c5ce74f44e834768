"""How does a request travel? Through kubernetes_asyncio's ApiClient, over HTTP sessions of our own.

The ApiClient's own session looks up proxies and netrc in two threads per
request and waits without a limit; ours do neither. Watches have a session to themselves, so that they never
starve calls, and so have metrics: a server behind the API server that hangs starves nothing else. Leases have one, so
that a burst of writes never costs the lead that it needs.
"""

from __future__ import annotations

import copy
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, cast

import aiohttp
import structlog

from adapter.kube.configuration import configuration_of, tls_files, tls_of
from adapter.kube.credentials import ExecPlugin, stamp_of
from adapter.kube.kubeconfig import AccessError
from adapter.kube.library import library
from adapter.kube.sockets import FindableRequest, new_socket, reset_if_abandoned

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Mapping

    from adapter.kube.access import Access

_CONCURRENT_CALLS: Final = 64
_CONCURRENT_LEASES: Final = 4
_UNLIMITED: Final = 0
_LEASES: Final = "/apis/coordination.k8s.io/"
_READ_BUFFER_BYTES: Final = 2**21
_UNAUTHORIZED: Final = 401

log = structlog.get_logger()


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """What is asked of the API server; `str()` is fit for a message, for it leaves out the parameters and the body."""

    method: str
    path: str
    params: Mapping[str, str] = field(default_factory=dict)
    body: object = None
    content_type: str = "application/json"

    def __str__(self) -> str:
        return f"{self.method} {self.path}"


class Transport:
    """Sends requests with our credentials; certificates and tokens that change on disk are taken up."""

    def __init__(self, api: Any, sessions: AsyncExitStack) -> None:  # noqa: ANN401 - untyped
        self._calls = api
        self._relayed, self._watches, self._leases = copy.copy(api), copy.copy(api), copy.copy(api)
        for other in (self._relayed, self._watches, self._leases):
            other.rest_client = copy.copy(api.rest_client)
        self._configuration = api.configuration
        self._sessions = sessions
        self._stamp = stamp_of(tls_files(api.configuration))

    async def open_sessions(self) -> None:
        """Begin with fresh connections. Raises AccessError if a certificate is no good."""
        tls = tls_of(self._configuration)
        limits = {self._calls: _CONCURRENT_CALLS, self._relayed: _CONCURRENT_CALLS, self._watches: _UNLIMITED}
        for api, limit in (limits | {self._leases: _CONCURRENT_LEASES}).items():
            session = aiohttp.ClientSession(
                connector=aiohttp.TCPConnector(limit=limit, ssl=tls, socket_factory=new_socket),
                request_class=FindableRequest,
                read_bufsize=_READ_BUFFER_BYTES,
                trust_env=False,
            )
            # An old session isn't closed before the end: its requests go on, its idle connections close by themselves.
            api.rest_client.pool_manager = await self._sessions.enter_async_context(session)

    async def call(self, request: Request, deadlines: aiohttp.ClientTimeout) -> aiohttp.ClientResponse:
        """The response, its body still unread. Raises what aiohttp raises."""
        if request.path.startswith(_LEASES):
            return await self._send(self._leases, request, deadlines)
        return await self._send(self._relayed if is_relayed(request.path) else self._calls, request, deadlines)

    async def watch(self, request: Request, deadlines: aiohttp.ClientTimeout) -> aiohttp.ClientResponse:
        """The same for a response that goes on for minutes."""
        return await self._send(self._watches, request, deadlines)

    async def _send(self, api: Any, request: Request, deadlines: aiohttp.ClientTimeout) -> aiohttp.ClientResponse:  # noqa: ANN401 - untyped
        await self._take_up_certificates()
        with reset_if_abandoned():
            response = await api.call_api(
                request.path,
                request.method,
                query_params=list(request.params.items()),
                header_params={"Accept": "application/json", "Content-Type": request.content_type},
                body=request.body,
                auth_settings=["BearerToken"],
                _preload_content=False,
                _request_timeout=deadlines,
            )
        hook = self._configuration.refresh_api_key_hook
        if response.status == _UNAUTHORIZED and isinstance(hook, ExecPlugin):
            hook.refused()
        return cast("aiohttp.ClientResponse", response)

    async def _take_up_certificates(self) -> None:
        stamp = stamp_of(tls_files(self._configuration))
        if stamp == self._stamp:
            return
        self._stamp = stamp
        try:
            await self.open_sessions()
        except AccessError as error:
            # Half of a pair that is being rotated: the other half changes the stamp again.
            log.warning("can't use the new certificates, keeping the last ones", reason=str(error))


def is_relayed(path: str) -> bool:
    """Is it about metrics, which the API server has another server answer?"""
    root, _, below = path.removeprefix("/").partition("/")
    return root == "apis" and below.partition("/")[0].endswith("metrics.k8s.io")


@asynccontextmanager
async def connected(access: Access, *, user_agent: str) -> AsyncIterator[Transport]:
    """A transport for the length of a block. Nothing is sent yet. Raises AccessError."""
    configuration = await configuration_of(access)
    # Before ApiClient, which reads the same files and would report a bad one in its own way.
    tls_of(configuration)
    api = library().api_client(configuration)
    api.user_agent = user_agent
    await api.rest_client.pool_manager.close()
    async with AsyncExitStack() as sessions:
        transport = Transport(api, sessions)
        await transport.open_sessions()
        yield transport
