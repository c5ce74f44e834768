"""What time is it in the simulated world? Whatever the run last said."""

from datetime import datetime

from scaler.simulation.moments import Millis, seconds, wall_clock


class VirtualClock:
    """A Clock that only `move_to` moves. Nothing that runs by it sleeps: a sync takes no time here."""

    def __init__(self) -> None:
        self.at = Millis(0)
        self._now = wall_clock(self.at)

    def move_to(self, at: Millis) -> None:
        self.at = at
        self._now = wall_clock(at)

    def now(self) -> datetime:
        return self._now

    def monotonic(self) -> float:
        return seconds(self.at)

    async def sleep(self, seconds: float) -> None:
        raise NotImplementedError(f"nothing sleeps in a simulation, and this would for {seconds} s")
