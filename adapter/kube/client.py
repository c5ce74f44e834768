"""How are single objects read and written? Typed calls with a deadline each, failures as ApiError.

A path is what follows the server's address, such as `/apis/apps/v1/namespaces/jobs/deployments/worker/scale`.
"""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, Self, TypeVar

import aiohttp
import msgspec
from aiohttp.http_exceptions import LineTooLong

from adapter.kube.answers import decoded, raised_for_status, unreachable
from adapter.kube.transport import Request, Transport, connected

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Mapping, Sequence
    from types import TracebackType

    from adapter.kube.access import Access

T = TypeVar("T")

_NO_PARAMS: Final[Mapping[str, str]] = MappingProxyType({})
_CONNECT_SECONDS: Final = 3.0
# An object may have 1.5 MiB in etcd, and a few times that as JSON.
_LONGEST_LINE_BYTES: Final = 2**24


@dataclass(frozen=True, slots=True, kw_only=True)
class WatchLimits:
    """How long a watch may last, and how long it may be silent."""

    total_seconds: float
    silence_seconds: float


class KubeClient:
    """One API server. Use as an async context manager; entering it raises AccessError for unusable credentials.

    Every method raises a subclass of ApiError: what the server answered, or Unreachable when it didn't within
    `deadline_seconds`. Bodies and results are msgspec Structs or plain JSON values.
    """

    def __init__(self, access: Access, *, user_agent: str, deadline_seconds: float) -> None:
        self._access = access
        self._user_agent = user_agent
        self._deadlines = _deadlines(total=deadline_seconds, silence=deadline_seconds)
        self._resources = AsyncExitStack()
        self._connected: Transport | None = None

    @classmethod
    def of(cls, access: Access, *, user_agent: str, deadline_seconds: float = 10.0) -> Self:
        """A client for `access`; `user_agent` is the name that the server's audit log will show."""
        return cls(access, user_agent=user_agent, deadline_seconds=deadline_seconds)

    async def __aenter__(self) -> Self:
        self._connected = await self._resources.enter_async_context(
            connected(self._access, user_agent=self._user_agent)
        )
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._connected = None
        await self._resources.aclose()

    async def get(self, path: str, into: type[T], *, params: Mapping[str, str] = _NO_PARAMS) -> T:
        """The object or list at `path`."""
        return await self._call(Request(method="GET", path=path, params=params), into)

    async def create(self, path: str, body: object, into: type[T], *, params: Mapping[str, str] = _NO_PARAMS) -> T:
        """The object as it was created in the collection at `path`. Raises Conflict if there is one of its name."""
        return await self._call(Request(method="POST", path=path, params=params, body=_wire(body)), into)

    async def replace(self, path: str, body: object, into: type[T], *, params: Mapping[str, str] = _NO_PARAMS) -> T:
        """The object as it is after the update. With a resourceVersion in `body`, a lost race raises Conflict."""
        return await self._call(Request(method="PUT", path=path, params=params, body=_wire(body)), into)

    async def merge_patch(self, path: str, body: object, into: type[T], *, field_manager: str) -> T:
        """The object as it is after the patch; a null in `body` removes a field."""
        return await self._patch(
            path, body, into, content_type="application/merge-patch+json", params={"fieldManager": field_manager}
        )

    async def json_patch(
        self, path: str, operations: Sequence[Mapping[str, object]], into: type[T], *, field_manager: str
    ) -> T:
        """The object as it is after the operations (RFC 6902), all or none. Raises Invalid where a `test` fails."""
        return await self._patch(
            path, operations, into, content_type="application/json-patch+json", params={"fieldManager": field_manager}
        )

    async def apply(self, path: str, body: object, into: type[T], *, field_manager: str, force: bool) -> T:
        """The object as it is after server-side apply; `force` takes fields over from other managers."""
        params = {"fieldManager": field_manager, "force": "true" if force else "false"}
        return await self._patch(path, body, into, content_type="application/apply-patch+yaml", params=params)

    async def delete(self, path: str) -> None:
        """Ask for the object's deletion; it may outlive the answer while finalizers run."""
        await self._call(Request(method="DELETE", path=path), msgspec.Raw)

    async def watch(self, path: str, *, params: Mapping[str, str], limits: WatchLimits) -> AsyncGenerator[bytes, None]:
        """The lines of a watch as they come in, until the server or a limit ends it.

        Close it (contextlib.aclosing) to hang up. Raises ApiError; Unreachable when a limit is passed.
        """
        request = Request(method="GET", path=path, params=params)
        deadlines = _deadlines(total=limits.total_seconds, silence=limits.silence_seconds)
        try:
            # The head of the answer comes at once, even when no event does for minutes.
            async with asyncio.timeout(self._deadlines.total):
                response = await self._transport.watch(request, deadlines)
            async with response:
                await raised_for_status(request, response)
                while line := await response.content.readuntil(b"\n", max_size=_LONGEST_LINE_BYTES):
                    yield line
        except (aiohttp.ClientError, LineTooLong, OSError) as error:
            raise unreachable(request, error) from error

    async def _patch(
        self, path: str, body: object, into: type[T], *, content_type: str, params: Mapping[str, str]
    ) -> T:
        request = Request(method="PATCH", path=path, params=params, body=_wire(body), content_type=content_type)
        return await self._call(request, into)

    async def _call(self, request: Request, into: type[T]) -> T:
        try:
            async with await self._transport.call(request, self._deadlines) as response:
                await raised_for_status(request, response)
                body = await response.read()
        except (aiohttp.ClientError, OSError) as error:
            raise unreachable(request, error) from error
        return decoded(request, body, into)

    @property
    def _transport(self) -> Transport:
        if self._connected is None:
            raise RuntimeError("a KubeClient works only inside its `async with` block")
        return self._connected


def _deadlines(*, total: float, silence: float) -> aiohttp.ClientTimeout:
    return aiohttp.ClientTimeout(total=total, sock_read=silence, sock_connect=min(_CONNECT_SECONDS, total))


def _wire(body: object) -> object:
    # Through the encoder, not msgspec.to_builtins: a Raw inside must become JSON, too.
    return msgspec.json.decode(msgspec.json.encode(body))
