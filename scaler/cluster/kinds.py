"""What does the API call the objects of a kind? Discovery, kept by group, and asked again on a miss.

A kind that isn't there may be installed at any time, so a miss asks again, but a group not more often than every few
seconds: a hundred autoscalers of a kind that nobody serves are no hundred questions.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

from adapter.kube.client import KubeClient
from adapter.kube.errors import ApiError
from adapter.process.clock import Clock
from scaler.cluster.discovered import Discovered, kinds_of, versions_of

_AGAIN_AFTER_SECONDS: Final = 5.0


class UnknownKindError(Exception):
    """The API server serves no such kind."""


@dataclass(slots=True)
class _Answer:
    """What discovery last said of a group or version: its kinds, or why they can't be had; and when it was asked."""

    kinds: Sequence[Discovered] = ()
    failure: ApiError | None = None
    asked: float | None = None
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)

    def find(self, kind: str) -> Discovered | None:
        """Of several versions the preferred one."""
        return next((each for each in self.kinds if each.kind == kind), None)


class Kinds:
    """What discovery said so far. Both questions raise UnknownKindError, or ApiError where discovery fails."""

    def __init__(self, *, client: KubeClient, clock: Clock) -> None:
        self._client = client
        self._clock = clock
        self._versions: dict[str, _Answer] = {}
        self._groups: dict[str, _Answer] = {}

    async def resource(self, api_version: str, kind: str) -> Discovered:
        """The kind in this very version."""
        group, _, version = api_version.rpartition("/")
        answer = self._versions.setdefault(api_version, _Answer())
        found = await self._find(answer, kind, lambda: kinds_of(self._client, group, version))
        if found is None:
            raise UnknownKindError(f'no matches for kind "{kind}" in version "{api_version}"')
        return found

    async def in_group(self, group: str, kind: str) -> Discovered:
        """The kind in the version that the server prefers, as a scale target is looked up."""
        answer = self._groups.setdefault(group, _Answer())
        found = await self._find(answer, kind, lambda: self._all_of(group))
        if found is None:
            raise UnknownKindError(f'no matches for kind "{kind}" in group "{group}"')
        return found

    def forget_group(self, group: str) -> None:
        """A kind of it was not where discovery had said: the next question asks again, as soon as it may."""
        self._groups.setdefault(group, _Answer()).kinds = ()

    async def _find(
        self, answer: _Answer, kind: str, ask: Callable[[], Awaitable[Sequence[Discovered]]]
    ) -> Discovered | None:
        found = answer.find(kind)
        if found is not None:
            return found
        async with answer.turn:  # those who miss together ask once
            now = self._clock.monotonic()
            if answer.asked is None or now - answer.asked >= _AGAIN_AFTER_SECONDS:
                answer.asked = now
                try:
                    answer.kinds, answer.failure = await ask(), None
                except ApiError as error:
                    answer.failure = error
        if answer.failure is not None:
            raise answer.failure.with_traceback(None)  # or it would grow with every time it is raised
        return answer.find(kind)

    async def _all_of(self, group: str) -> Sequence[Discovered]:
        versions = await versions_of(self._client, group)
        return [each for version in versions for each in await kinds_of(self._client, group, version)]
