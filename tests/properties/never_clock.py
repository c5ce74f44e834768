"""How does time pass in a test that sets the wall clock? On two clocks, of which one is never set."""

from datetime import datetime, timedelta

from tests.support.metric_builders import NOW


class TwoClocks:
    """A Clock that only the test moves; `set_by` moves its wall clock alone."""

    def __init__(self) -> None:
        self._seconds = 0.0
        self._wall = NOW

    def now(self) -> datetime:
        return self._wall

    def monotonic(self) -> float:
        return self._seconds

    async def sleep(self, seconds: float) -> None:
        raise NotImplementedError(f"nothing sleeps here, and this would for {seconds} s")

    def pass_by(self, seconds: float) -> None:
        self._seconds += seconds
        self._wall += timedelta(seconds=seconds)

    def set_by(self, by: timedelta) -> None:
        self._wall += by
