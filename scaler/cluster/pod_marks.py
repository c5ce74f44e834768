"""How are Pods marked to go first? By a merge patch each of the annotation that the controller of ReplicaSets heeds."""

import asyncio
from collections.abc import Iterator
from typing import Final

import msgspec

from adapter.kube.client import KubeClient
from adapter.kube.errors import ApiError, Conflict, NotFound, ServerError, TooManyRequests, Unauthorized, Unreachable
from scaler.api.deletion_cost import DELETION_COST, OUR_COST
from scaler.cluster.writers import FIELD_MANAGER
from scaler.controller.marking import Marks
from scaler.controller.ports import NotMarked
from scaler.leadership.leadership import Fence

_AT_ONCE: Final = 8
_WRITE_SECONDS: Final = 10.0
_CURABLE: Final = (Conflict, ServerError, TooManyRequests, Unauthorized, Unreachable)


class PodPatches:
    """Marks while the fence allows it, a few Pods at once, and gives up before somebody else may lead."""

    def __init__(self, *, client: KubeClient, fence: Fence) -> None:
        self._client = client
        self._fence = fence

    async def write(self, namespace: str, marks: Marks) -> NotMarked | None:
        """Each Pod is tried once at most. After a refusal the rest is left alone: it would fare no better."""
        limit = self._fence.remaining_seconds()
        if limit <= 0:
            return NotMarked(message="this scaler does not hold the lease")
        costs: list[tuple[str, str | None]] = [(name, None) for name in marks.taken_off]
        wanted = iter([*costs, *((name, OUR_COST) for name in marks.put)])
        try:
            async with asyncio.timeout(min(limit, _WRITE_SECONDS)), asyncio.TaskGroup() as patches:
                lines = [patches.create_task(self._line(namespace, wanted)) for _ in range(min(_AT_ONCE, len(marks)))]
        except TimeoutError:
            return NotMarked(message="the API server did not answer in time")
        return next((refused for line in lines if (refused := line.result()) is not None), None)

    async def _line(self, namespace: str, wanted: Iterator[tuple[str, str | None]]) -> NotMarked | None:
        """One Pod after another of those that all lines share."""
        for name, cost in wanted:
            refused = await self._patch(f"/api/v1/namespaces/{namespace}/pods/{name}", cost)
            if refused is not None:
                return refused
        return None

    async def _patch(self, path: str, cost: str | None) -> NotMarked | None:
        body = {"metadata": {"annotations": {DELETION_COST: cost}}}
        try:
            await self._client.merge_patch(path, body, msgspec.Raw, field_manager=FIELD_MANAGER)
        except NotFound:
            return None
        except ApiError as error:
            return NotMarked(message=error.message, for_good=not isinstance(error, _CURABLE))
        return None
