"""How does a program keep a copy of a collection? A reflector lists it once and then follows its changes, for ever.

A list tells everything and its resourceVersion; a watch from there tells what changed. When the server has forgotten
that version (410) the reflector lists again. Whatever else goes wrong is tried again, ever less often.
"""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, Generic, Never, Protocol, TypeVar, assert_never

import structlog

from adapter.kube.client import WatchLimits
from adapter.kube.errors import ApiError, Gone
from adapter.kube.listing import list_all
from adapter.kube.watch_pace import Backoff, ReflectorClock, WatchTiming
from adapter.kube.watch_wire import (
    Event,
    EventType,
    HasMetadata,
    MalformedError,
    ObjectDecoder,
    Undecodable,
    decode_event,
    decode_failure,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from random import Random

    from adapter.kube.client import KubeClient

__all__ = ["Reflector", "ReflectorClock", "Sink", "WatchTiming"]

T = TypeVar("T", bound=HasMetadata)
Seen_contra = TypeVar("Seen_contra", contravariant=True)

_NO_PARAMS: Final[Mapping[str, str]] = MappingProxyType({})
_TIMING: Final = WatchTiming()

log = structlog.get_logger()


class Sink(Protocol[Seen_contra]):
    """Takes what a reflector sees; synchronous and quick, for it runs between two events."""

    def replaced(self, items: Sequence[Seen_contra]) -> None:
        """The collection is exactly `items`; what isn't among them is gone."""

    def applied(self, item: Seen_contra) -> None:
        """The object was created or changed; it may be the same as before."""

    def deleted(self, item: Seen_contra) -> None:
        """The object is gone; `item` is its last state."""


class _EndedTooSoonError(Exception):
    """A watch that was over before it had begun."""


class Reflector(Generic[T]):
    """Keeps a sink in step with the collection at `path`; `synced` is set once the sink has seen all of it.

    An object that can't be decoded as `item` is logged by name and left out, as if it were gone. `params` narrow the
    collection down, for example by `labelSelector`. `heard_at` is when the server told something last, in monotonic
    seconds; `trouble` is why it tells nothing at present, empty while all is well.
    """

    def __init__(  # noqa: PLR0913 - what it reads, what it feeds, and the world it waits in
        self,
        *,
        client: KubeClient,
        path: str,
        item: type[T],
        sink: Sink[T],
        clock: ReflectorClock,
        random: Random,
        params: Mapping[str, str] = _NO_PARAMS,
        timing: WatchTiming = _TIMING,
    ) -> None:
        self.synced = asyncio.Event()
        self.trouble = ""
        self.heard_at = clock.monotonic()
        self._client = client
        self.path = path
        self._params = params
        self._decoder = ObjectDecoder(item)
        self._sink = sink
        self._clock = clock
        self._random = random
        self._timing = timing
        self._backoff = Backoff(timing=timing, random=random)
        self._version = ""

    async def run(self) -> Never:
        """List and follow until cancelled; no failure of the API server ends it."""
        while True:
            try:
                if not self._version:
                    await self._list()
                await self._watch()
            except Gone as error:
                self._version = ""
                await self._pause(error, self._backoff.after_gone(error.retry_after_seconds))
            except ApiError as error:
                await self._pause(error, self._backoff.after_failure(error.retry_after_seconds))
            except (MalformedError, _EndedTooSoonError) as error:
                await self._pause(error, self._backoff.after_failure(None))

    async def _list(self) -> None:
        listed = await list_all(
            self._client, self.path, self._decoder, params=self._params, page_size=self._timing.page_size
        )
        for item in listed.undecodable:
            self._complain(item)
        self._sink.replaced(listed.items)
        self._version = listed.resource_version
        self.heard_at = self._clock.monotonic()
        self.trouble = ""
        self.synced.set()

    async def _watch(self) -> None:
        started = self._clock.monotonic()
        try:
            await self._follow()
        finally:
            lasted = self._clock.monotonic() - started
            if lasted >= self._timing.shortest_healthy_seconds:
                self._backoff.healthy()
        if lasted < self._timing.shortest_healthy_seconds:
            raise _EndedTooSoonError(f"GET {self.path}: the server ended the watch at once")

    async def _follow(self) -> None:
        seconds = self._timing.timeout_seconds * self._random.uniform(0.9, 1.1)
        silence = seconds + self._timing.silence_grace_seconds
        params = {
            **self._params,
            "watch": "true",
            "allowWatchBookmarks": "true",
            "resourceVersion": self._version,
            "timeoutSeconds": str(max(1, round(seconds))),
        }
        # The silence limit notices a dead peer; the total one a peer that talks on although its time is up.
        limits = WatchLimits(total_seconds=2 * silence, silence_seconds=silence)
        async with aclosing(self._client.watch(self.path, params=params, limits=limits)) as lines:
            async for line in lines:
                self._take(decode_event(line))

    def _take(self, event: Event) -> None:
        self.heard_at = self._clock.monotonic()
        self.trouble = ""
        match event.type:
            case EventType.BOOKMARK:
                self._version = self._decoder.metadata(event.object).resource_version or self._version
            case EventType.ERROR:
                raise decode_failure(event, request=f"GET {self.path}")
            case EventType.ADDED | EventType.MODIFIED | EventType.DELETED:
                self._take_object(event)
            case _:
                assert_never(event.type)

    def _take_object(self, event: Event) -> None:
        item = self._decoder.decode(event.object)
        if not isinstance(item, Undecodable):
            (self._sink.deleted if event.type is EventType.DELETED else self._sink.applied)(item)
        else:
            self._complain(item)
            self._leave_out(item, event.type)
        self._version = item.metadata.resource_version or self._version

    def _leave_out(self, item: Undecodable, told: EventType) -> None:
        """What the sink knows of the object isn't true any more; a list would leave it out, too."""
        bare = self._decoder.bare(item.metadata)
        if bare is not None:
            self._sink.deleted(bare)
        elif told is EventType.DELETED:
            # The sink can't be told what is gone; a new list tells it by leaving the object out.
            self._version = ""
            raise MalformedError(f"GET {self.path}: a deleted object that can't be read")

    async def _pause(self, error: Exception, seconds: float) -> None:
        self.trouble = str(error)
        log.warning("watch interrupted", path=self.path, reason=str(error), pause_seconds=round(seconds, 3))
        await self._clock.sleep(seconds)

    def _complain(self, item: Undecodable) -> None:
        log.error(
            "object left out, it can't be decoded", path=self.path, object=str(item.metadata.key), reason=item.reason
        )
