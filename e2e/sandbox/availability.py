"""Whether an APIService can be used: asked at its registration and again and again, told in its status.

One question at a time, where the real aggregator asks five at once; the first checks of a bad one come quickly.
"""

import asyncio
from collections import defaultdict
from dataclasses import dataclass

import aiohttp

from e2e.sandbox import clock
from e2e.sandbox.builtin import BUILTIN_TYPES
from e2e.sandbox.documents import Document, at, text_at
from e2e.sandbox.history import Change, Event
from e2e.sandbox.managed_fields import Writer
from e2e.sandbox.upstream import UnreachableError, Upstreams
from e2e.sandbox.writes import Writes

API_SERVICES = "apiservices.apiregistration.k8s.io"
_KIND = next(kind for kind in BUILTIN_TYPES if kind.qualified == API_SERVICES)
_WRITER = Writer(manager="kube-aggregator", subresource="status")
_CHECK_SECONDS = 5.0
_FIRST_RETRY_SECONDS = 0.1


@dataclass(frozen=True, slots=True, kw_only=True)
class _Finding:
    available: bool
    reason: str
    message: str


def is_available(api_service: Document) -> bool:
    """What the condition Available of an APIService says."""
    conditions = at(api_service, ("status", "conditions"))
    return isinstance(conditions, list) and any(
        each["type"] == "Available" and each["status"] == "True" for each in conditions
    )


def _specs(event: Event) -> tuple[object, object]:
    before = event.previous.document if event.previous else {}
    return before.get("spec"), event.stored.document.get("spec")


class Availability:
    """Follows every APIService that has a Service, each in a task of its own."""

    def __init__(self, writes: Writes, upstreams: Upstreams, *, interval_seconds: float) -> None:
        self._writes = writes
        self._upstreams = upstreams
        self._interval_seconds = interval_seconds
        self._registered: asyncio.Queue[str] = asyncio.Queue()
        self._kicks: defaultdict[str, asyncio.Event] = defaultdict(asyncio.Event)
        writes.store.observers.append(self._observe)

    async def run(self, session: aiohttp.ClientSession) -> None:
        """Never returns; ends by cancellation."""
        async with asyncio.TaskGroup() as group:
            while True:
                group.create_task(self._follow(await self._registered.get(), session))

    def _observe(self, event: Event) -> None:
        if event.qualified == "services":
            for kick in self._kicks.values():
                kick.set()
        elif event.qualified == API_SERVICES:
            name = event.stored.document["metadata"]["name"]
            if event.change is Change.ADDED:
                self._registered.put_nowait(name)
            elif event.change is Change.DELETED or _specs(event)[0] != _specs(event)[1]:
                self._kicks[name].set()

    async def _follow(self, name: str, session: aiohttp.ClientSession) -> None:
        kick, retry_seconds = self._kicks[name], _FIRST_RETRY_SECONDS
        uid = ""
        while (stored := self._writes.store.get(API_SERVICES, ("", name))) is not None:
            uid = uid or stored.document["metadata"]["uid"]
            if stored.document["metadata"]["uid"] != uid:
                return  # deleted and made again: the new one has a follower of its own
            kick.clear()
            finding = await self._checked(stored.document, session)
            self._report(name, finding)
            retry_seconds = (
                _FIRST_RETRY_SECONDS if finding.available else min(retry_seconds * 2, self._interval_seconds)
            )
            try:
                async with asyncio.timeout(self._interval_seconds if finding.available else retry_seconds):
                    await kick.wait()
            except TimeoutError:
                continue

    async def _checked(self, api_service: Document, session: aiohttp.ClientSession) -> _Finding:
        if not at(api_service, ("spec", "service")):
            return _Finding(available=True, reason="Local", message="Local APIServices are always available")
        url = ""
        try:
            upstream = self._upstreams.of(api_service)
            spec = api_service["spec"]
            url = f"{upstream.url}/apis/{spec['group']}/{spec['version']}"
            async with (
                asyncio.timeout(_CHECK_SECONDS),
                session.get(
                    url,
                    ssl=upstream.tls,
                    server_hostname=upstream.server_name,
                    headers=_CHECK_HEADERS,
                    allow_redirects=False,
                ) as answer,
            ):
                if answer.status < 400:
                    return _Finding(available=True, reason="Passed", message="all checks passed")
                cause = f"bad status from {url}: {answer.status}"
        except UnreachableError as error:
            return _Finding(available=False, reason=error.reason, message=error.message)
        except TimeoutError:
            cause = f'Get "{url}": context deadline exceeded'
        except aiohttp.ClientError as error:
            cause = f'Get "{url}": {error}'
        message = f"failing or missing response from {url}: {cause}"
        return _Finding(available=False, reason="FailedDiscoveryCheck", message=message)

    def _report(self, name: str, finding: _Finding) -> None:
        stored = self._writes.store.get(API_SERVICES, ("", name))
        if stored is None:
            return
        status = "True" if finding.available else "False"
        conditions = at(stored.document, ("status", "conditions"))
        earlier = conditions[0] if isinstance(conditions, list) and conditions else {}
        since = text_at(earlier, "lastTransitionTime") if earlier.get("status") == status else ""
        condition = {
            "type": "Available",
            "status": status,
            "lastTransitionTime": since or clock.rfc3339(clock.now()),
            "reason": finding.reason,
            "message": finding.message,
        }
        changed = {**stored.document, "status": {"conditions": [condition]}}
        self._writes.replace(_KIND, stored, changed, _WRITER)


_CHECK_HEADERS = (
    ("User-Agent", "Go-http-client/1.1"),
    ("X-Remote-User", "system:kube-aggregator"),
    ("X-Remote-Group", "system:masters"),
)
