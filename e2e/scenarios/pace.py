"""How fast do comparisons with the stock controller go? In their short form 2 minutes, in their long one 5 to 8."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True, kw_only=True)
class Pace:
    """A period of syncs, the window for scaling down, how long one step of the load lasts, and the number of bursts."""

    period_seconds: int
    downscale_seconds: int
    step_seconds: int
    bursts: int


FAST: Final = ("--sync-period=2s", "--wake-interval=1s", "--downscale-stabilization=6s")
"""Flags by which our scaler keeps up with a scenario; windows last seconds."""

SHORT: Final = Pace(period_seconds=4, downscale_seconds=12, step_seconds=27, bursts=1)
LONG: Final = Pace(period_seconds=15, downscale_seconds=30, step_seconds=75, bursts=4)
