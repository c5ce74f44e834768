"""How does a scaler work without an election (`--no-leader-elect`)? It leads, and nobody is asked."""

import asyncio
from math import inf
from typing import Never


class AlwaysLeading:
    """The Leadership of a program that its user runs once and once only."""

    def leads(self) -> bool:
        return True

    def remaining_seconds(self) -> float:
        """Infinite."""
        return inf

    def obstacle(self) -> str:
        """None."""
        return ""

    def well_since(self) -> float:
        """Minus infinity: nobody asks."""
        return -inf

    def obstructed_seconds(self) -> float:
        """Zero."""
        return 0.0

    async def run(self) -> Never:
        while True:
            await asyncio.Event().wait()

    async def until_leading(self) -> None:
        """Returns at once."""

    async def until_not_leading(self) -> None:
        """Never returns."""
        await asyncio.Event().wait()

    async def release(self) -> None:
        """Nothing is held."""
