"""How long do faults last? In the short form as long as it takes to be noticed, with --long as long as in the wild.

And how long does a lease? QUICK_LEASE where its end is waited for, LONG_LEASE where it must not be lost, however busy
the machine; the usual one everywhere else.
"""

from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from adapter.process.clock import SystemClock
from tests.chain.polling import until


@dataclass(frozen=True, slots=True, kw_only=True)
class Pace:
    """An outage of the API server, a fight of two scalers, and how many objects are made at once."""

    outage_seconds: float
    fight_seconds: float
    objects: int


SHORT: Final = Pace(outage_seconds=0, fight_seconds=15, objects=250)
LONG: Final = Pace(outage_seconds=120, fight_seconds=600, objects=1000)
QUICK_LEASE: Final = MappingProxyType(
    {
        "--leader-elect-lease-duration": "4s",
        "--leader-elect-renew-deadline": "2500ms",
        "--leader-elect-retry-period": "700ms",
    }
)
LONG_LEASE: Final = MappingProxyType(
    {
        "--leader-elect-lease-duration": "60s",
        "--leader-elect-renew-deadline": "40s",
        "--leader-elect-retry-period": "500ms",
    }
)


def time_passes(seconds: float) -> None:
    """Wait for something that only time can tell: an outage that lasts."""
    clock = SystemClock()
    began = clock.monotonic()
    until(
        f"{seconds:g} s are over",
        lambda: clock.monotonic() - began,
        lambda passed: passed >= seconds,
        deadline_seconds=seconds + 10,
    )
