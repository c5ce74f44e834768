"""How a request for an aggregated group-version reaches its server, and what the caller sees when it doesn't.

Answers are passed on whole: there are no streams and no upgrades through it.
"""

import asyncio
from collections.abc import Iterator
from urllib.parse import quote

import aiohttp
from aiohttp import web
from multidict import CIMultiDict
from yarl import URL

from e2e.sandbox.authentication import User
from e2e.sandbox.availability import API_SERVICES, is_available
from e2e.sandbox.documents import Document, at
from e2e.sandbox.failures import timed_out
from e2e.sandbox.store import Store
from e2e.sandbox.upstream import UnreachableError, Upstreams

_HOP_BY_HOP = frozenset(
    {"connection", "keep-alive", "proxy-authenticate", "proxy-authorization", "te", "trailer", "transfer-encoding",
     "upgrade", "host", "content-length"}
)  # fmt: skip
_TOKEN_CHARACTERS = "!#$&'*+-.^_`|~"


class Proxy:
    """Forwards to the servers of available APIServices; `limit_seconds` is for the whole of a request."""

    def __init__(
        self, store: Store, upstreams: Upstreams, session: aiohttp.ClientSession, *, limit_seconds: float
    ) -> None:
        self._store = store
        self._upstreams = upstreams
        self._session = session
        self._limit_seconds = limit_seconds

    def served(self) -> list[tuple[str, str]]:
        """The group-versions of all APIServices that have a Service."""
        return [(spec["group"], spec["version"]) for spec in (each["spec"] for each in self._services())]

    def serves(self, group: str, version: str) -> bool:
        return (group, version) in self.served()

    async def forward(self, request: web.Request, group: str, version: str, user: User) -> web.Response:
        """The server's answer; 503 as text when it can't be reached, 504 as Status when it takes too long."""
        api_service = next(
            each for each in self._services() if (each["spec"]["group"], each["spec"]["version"]) == (group, version)
        )
        if not is_available(api_service):
            return _unavailable("service unavailable")
        try:
            upstream = self._upstreams.of(api_service)
            url = URL(f"{upstream.url}{request.raw_path}", encoded=True)
            body = await request.read()
            async with (
                asyncio.timeout(self._limit_seconds),
                self._session.request(
                    request.method,
                    url,
                    data=body or None,
                    headers=_forwarded_headers(request, user),
                    ssl=upstream.tls,
                    server_hostname=upstream.server_name,
                    allow_redirects=False,
                ) as answer,
            ):
                return web.Response(body=await answer.read(), status=answer.status, headers=_passed_on(answer))
        except UnreachableError:
            return _unavailable("service unavailable")
        except TimeoutError as error:
            raise timed_out() from error
        except aiohttp.ClientError as error:
            return _unavailable(f"error trying to reach service: {error}")

    def _services(self) -> Iterator[Document]:
        for _, stored in self._store.list(API_SERVICES):
            if at(stored.document, ("spec", "service")):
                yield stored.document


def _forwarded_headers(request: web.Request, user: User) -> CIMultiDict[str]:
    """The caller's headers without its own claims of who it is, and with what was found out about it."""
    headers: CIMultiDict[str] = CIMultiDict()
    for name, value in request.headers.items():
        if not _is_claim(name.lower()) and name.lower() not in _HOP_BY_HOP:
            headers.add(name, value)
    headers.add("X-Forwarded-For", request.remote or "")
    headers.add("X-Forwarded-Host", request.host)
    headers.add("X-Forwarded-Proto", "https")
    headers.add("X-Remote-User", user.name)
    for group in user.groups:
        headers.add("X-Remote-Group", group)
    if user.uid:
        headers.add("X-Remote-Uid", user.uid)
    for key, values in user.extra.items():
        for value in values:
            headers.add(f"X-Remote-Extra-{quote(key, safe=_TOKEN_CHARACTERS)}", value)
    return headers


def _is_claim(name: str) -> bool:
    return name.startswith(("x-remote-", "impersonate-")) or name == "authorization"


def _passed_on(answer: aiohttp.ClientResponse) -> CIMultiDict[str]:
    headers: CIMultiDict[str] = CIMultiDict()
    for name, value in answer.headers.items():
        if name.lower() not in _HOP_BY_HOP:
            headers.add(name, value)
    return headers


def _unavailable(text: str) -> web.Response:
    # As Go's http.Error says it: text, and a line end.
    return web.Response(text=f"{text}\n", status=503, headers={"X-Content-Type-Options": "nosniff"})
