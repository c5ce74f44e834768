"""Who may be synced now? The quick ones share a few places; whoever takes long leaves them for a lane of its own. Pure.

So a metrics API that hangs, or a namespace whose writes do, holds up only those who wait for it: a sync that overstays
moves to the lane of the slow as soon as there is room, and the next sync of the same autoscaler begins there. What runs
in all stays bounded: where everything is slow, more at once would only be slower.
"""

from collections import deque
from dataclasses import dataclass, field

from scaler.api.autoscaler import AutoscalerId


@dataclass(slots=True)
class _Lane:
    places: int
    running: int = 0
    waiting: deque[tuple[AutoscalerId, float]] = field(default_factory=deque)

    def has_next(self) -> bool:
        return bool(self.waiting) and self.running < self.places


class Lanes:
    """Two queues in the order of arrival. An autoscaler waits or runs at most once: the caller sees to that."""

    def __init__(self, *, quick: int, slow: int) -> None:
        self._quick = _Lane(quick)
        self._slow = _Lane(slow)
        self._known_as_slow: set[AutoscalerId] = set()
        self._running: dict[AutoscalerId, _Lane] = {}
        self._overstayed: dict[AutoscalerId, None] = {}

    def wait(self, key: AutoscalerId, moment: float) -> None:
        """It is due since `moment`."""
        lane = self._slow if key in self._known_as_slow else self._quick
        lane.waiting.append((key, moment))

    def take(self) -> tuple[AutoscalerId, float] | None:
        """The next one that may begin, which then runs; None if all places are taken or nobody waits."""
        for lane in (self._quick, self._slow):
            if lane.has_next():
                key, moment = lane.waiting.popleft()
                lane.running += 1
                self._running[key] = lane
                return key, moment
        return None

    def overstays(self, key: AutoscalerId) -> None:
        """It runs for so long that it is one of the slow, and makes room for a quick one if they have a place."""
        self._overstayed[key] = None
        self._known_as_slow.add(key)
        self._move_over()

    def ended(self, key: AutoscalerId) -> None:
        """It runs no more. One that was quick this time is one of the quick."""
        lane = self._running.pop(key, None)
        if lane is not None:
            lane.running -= 1
        if key in self._overstayed:
            del self._overstayed[key]
        else:
            self._known_as_slow.discard(key)
        self._move_over()

    def _move_over(self) -> None:
        """Those who hold a quick place too long take what is free among the slow, before one of these begins."""
        for key in self._overstayed:
            if self._slow.running >= self._slow.places:
                return
            if self._running.get(key) is self._quick:
                self._quick.running -= 1
                self._slow.running += 1
                self._running[key] = self._slow

    def send_away(self) -> set[AutoscalerId]:
        """Nobody waits any more; those who did."""
        lanes = (self._quick, self._slow)
        gone = {key for lane in lanes for key, _ in lane.waiting}
        for lane in lanes:
            lane.waiting.clear()
        return gone

    def forget(self, key: AutoscalerId) -> None:
        """It is gone."""
        self._known_as_slow.discard(key)
