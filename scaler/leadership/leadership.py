"""What does the rest of the program ask of leadership? The fence before each write, and to be told of its turns."""

from typing import Never, Protocol


class Fence(Protocol):
    """Asked by a writer just before each write.

    Check, then write with a deadline shorter than the proof that remains, with nothing awaited in between:

        if (limit := fence.remaining_seconds()) <= 0:
            return NotWritten(message="not the leader")
        async with asyncio.timeout(min(limit, usual_deadline_seconds)):
            ...

    A request that its client has given up on may still arrive: it has the time between the renew deadline and the
    lease duration for that (5 s by default) before anybody else can lead. A process that is stopped right after the
    check can outlast even this, which is why writes also carry the resourceVersion they were decided on.
    """

    def leads(self) -> bool:
        """Whether we may write at this very moment. It never waits, and needs nobody to have noticed a loss."""
        ...

    def remaining_seconds(self) -> float:
        """For how long we may go on without another renewal; zero when we may not write."""
        ...


class Leadership(Fence, Protocol):
    """The fence, and the life around it."""

    def obstacle(self) -> str:
        """Why we could not lead even if nobody else did; empty for a leader, and for one that waits for its turn."""
        ...

    def well_since(self) -> float:
        """Since when, in monotonic seconds, the API server has answered without interruption, as far as attempts tell.

        Minus infinity if it always has.
        """
        ...

    def obstructed_seconds(self) -> float:
        """For how long the lease could not be read, or not be written where that was ours to do; zero when it can."""
        ...

    async def run(self) -> Never:
        """Try to lead, and to go on leading, until cancelled."""
        ...

    async def until_leading(self) -> None:
        """Return as soon as we lead."""
        ...

    async def until_not_leading(self) -> None:
        """Return as soon as we don't lead, at the latest when the proof runs out."""
        ...

    async def release(self) -> None:
        """Let another lead at once. Only after `run` was cancelled and every writer has ended."""
        ...
