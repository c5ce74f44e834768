"""The clock of a simulated world."""

import pytest

from scaler.simulation.clock import VirtualClock
from scaler.simulation.moments import Millis


def test_both_clocks_are_where_they_were_moved_to() -> None:
    clock = VirtualClock()
    clock.move_to(Millis(90_500))
    assert ("2026-01-01T00:01:30.500000+00:00", 90.5) == (clock.now().isoformat(), clock.monotonic())


async def test_nothing_sleeps_by_it() -> None:
    with pytest.raises(NotImplementedError, match="nothing sleeps in a simulation"):
        await VirtualClock().sleep(1)
