"""How is a thing watched only where somebody needs it? One reflector per namespace, for as long as it is needed."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Final, Never

from scaler.api.autoscaler import Autoscaler, AutoscalerId
from scaler.cluster.renewable import RenewableWatch, Watch

_PATIENCE_SECONDS: Final = 3.0


@dataclass(frozen=True, slots=True)
class _Task:
    watch: RenewableWatch
    task: asyncio.Task[Never]


class NamespaceWatches:
    """Watches of what `what` names, in the namespaces of the autoscalers that need it.

    `start` makes the watch of a namespace, `stopped` is told when a namespace is watched no more. Whoever asks for a
    copy that isn't there yet waits for `patience_seconds`.
    """

    def __init__(
        self,
        *,
        what: str,
        find: Callable[[AutoscalerId], Autoscaler | None],
        needs: Callable[[Autoscaler], bool],
        start: Callable[[str], Watch],
        stopped: Callable[[str], None],
        patience_seconds: float = _PATIENCE_SECONDS,
    ) -> None:
        self._what = what
        self._find = find
        self._needs = needs
        self._start = start
        self._stopped = stopped
        self._patience_seconds = patience_seconds
        self._needed_by: dict[str, set[AutoscalerId]] = {}
        self._watches: dict[str, RenewableWatch] = {}
        self._tasks: dict[str, _Task] = {}
        self._moved = asyncio.Event()

    def changed(self, key: AutoscalerId) -> None:
        """An autoscaler came, changed or went."""
        namespace = key.key.namespace
        autoscaler = self._find(key)
        if autoscaler is not None and self._needs(autoscaler):
            self._needed_by.setdefault(namespace, set()).add(key)
        elif namespace in self._needed_by:
            self._needed_by[namespace].discard(key)
            if not self._needed_by[namespace]:
                del self._needed_by[namespace]
        if namespace in self._needed_by and namespace not in self._watches:
            self._watches[namespace] = RenewableWatch(partial(self._start, namespace))
            self._moved.set()
        elif namespace not in self._needed_by and self._watches.pop(namespace, None) is not None:
            self._moved.set()

    def running(self) -> tuple[RenewableWatch, ...]:
        return tuple(self._watches.values())

    def watches(self, namespace: str) -> bool:
        """Is the namespace one of those?"""
        return namespace in self._watches

    async def trouble(self, namespace: str) -> str:
        """Why the namespace's copy can't be used yet; empty if it can. A watch that has just begun is waited for."""
        watch = self._watches.get(namespace)
        if watch is None:
            return f'the {self._what} of namespace "{namespace}" are not watched'
        try:
            async with asyncio.timeout(self._patience_seconds):
                await watch.synced.wait()
        except TimeoutError:
            because = f": {watch.trouble}" if watch.trouble else ""
            return f'the {self._what} of namespace "{namespace}" have not been listed yet{because}'
        return ""

    async def run(self) -> Never:
        """Start and stop watches for ever."""
        async with asyncio.TaskGroup() as tasks:
            while True:
                self._moved.clear()
                for namespace in [
                    name for name, task in self._tasks.items() if self._watches.get(name) is not task.watch
                ]:
                    await self._stop(namespace)
                for namespace in self._watches.keys() - self._tasks.keys():
                    watch = self._watches[namespace]
                    self._tasks[namespace] = _Task(watch, tasks.create_task(watch.run()))
                await self._moved.wait()

    async def _stop(self, namespace: str) -> None:
        """Before its copy is forgotten it has ended, or what it still says would stay."""
        task = self._tasks.pop(namespace).task
        task.cancel()
        await asyncio.wait([task])
        self._stopped(namespace)
