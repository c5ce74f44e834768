"""How is a watch begun anew while the program runs? Another takes its place: it lists, and goes on from there."""

import asyncio
from collections.abc import Callable
from typing import Never, Protocol


class Watch(Protocol):
    """As much of a reflector as is used here."""

    @property
    def path(self) -> str: ...

    @property
    def heard_at(self) -> float: ...

    @property
    def synced(self) -> asyncio.Event: ...

    @property
    def trouble(self) -> str:
        """Why it hears nothing at present; empty while all is well."""
        ...

    async def run(self) -> Never: ...


class RenewableWatch:
    """A Watch that has many lives, one after the other; `make` begins each. All it says is said of the present one."""

    def __init__(self, make: Callable[[], Watch]) -> None:
        self._make = make
        self._watch = make()
        self._renewed = asyncio.Event()

    @property
    def path(self) -> str:
        return self._watch.path

    @property
    def heard_at(self) -> float:
        return self._watch.heard_at

    @property
    def synced(self) -> asyncio.Event:
        return self._watch.synced

    @property
    def trouble(self) -> str:
        return self._watch.trouble

    def renew(self) -> None:
        """Not `synced` from now on until a new list has come; what is known stays until then."""
        self._watch = self._make()
        self._renewed.set()

    async def run(self) -> Never:
        """Follow for ever, whichever life it is."""
        while True:
            self._renewed.clear()
            async with asyncio.TaskGroup() as tasks:
                life = tasks.create_task(self._watch.run())
                await self._renewed.wait()
                life.cancel()
