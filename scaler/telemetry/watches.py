"""How long has each watch been silent? A healthy one hears at least a bookmark a minute, also when nothing changes."""

from collections.abc import Callable, Iterable
from typing import Protocol

from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from adapter.process.clock import Clock


class Watch(Protocol):
    """As much of a reflector as is looked at."""

    @property
    def path(self) -> str:
        """Of the collection."""
        ...

    @property
    def heard_at(self) -> float:
        """When it heard something last, or was made, in monotonic seconds."""
        ...


class WatchSilence(Collector):
    """The longest silence among the watches of a resource, counted whenever somebody asks."""

    def __init__(self, watches: Callable[[], Iterable[Watch]], clock: Clock) -> None:
        self._watches = watches
        self._clock = clock

    def collect(self) -> Iterable[Metric]:
        longest: dict[str, float] = {}
        now = self._clock.monotonic()
        for watch in self._watches():
            resource = watch.path.rpartition("/")[2]
            longest[resource] = max(longest.get(resource, 0.0), now - watch.heard_at)
        family = GaugeMetricFamily(
            "lagzero_scaler_watch_silence_seconds",
            "Time since the quietest watch of a resource heard something.",
            labels=["resource"],
        )
        for resource, seconds in longest.items():
            family.add_metric([resource], seconds)
        yield family
