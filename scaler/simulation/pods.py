"""Which pods does the simulated target have, and which of them are ready? Born with the count, ready a while later."""

import dataclasses
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from scaler.algorithm.model import Pod, PodPhase, PodReady
from scaler.api.types import Milli
from scaler.simulation.moments import Millis, wall_clock
from scaler.simulation.scenario import Workload

_LONG_AGO = Millis(-24 * 3_600_000)
NO_CONTAINER = "main"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Litter:
    """Pods that were born together, numbered from `first` on."""

    first: int
    count: int
    at: Millis


@dataclass(slots=True, kw_only=True)
class Replicas:
    """The target's pods. `containers` are the names that its autoscaler asks for; requests are each container's."""

    workload: Workload
    name: str
    containers: tuple[str, ...]
    litters: list[_Litter] = field(default_factory=list)
    count: int = 0
    numbered: int = 0
    unready_from: Millis = _LONG_AGO
    unready_until: Millis = _LONG_AGO

    def at_start(self, replicas: int) -> None:
        """Pods that were there before the scenario began: as ready as they will ever be."""
        self.resize(replicas, _LONG_AGO)

    def resize(self, replicas: int, now: Millis) -> None:
        """New pods start; of those too many the youngest go, which are also the ones not ready yet."""
        if replicas > self.count:
            born = replicas - self.count
            self.litters.append(_Litter(first=self.numbered + 1, count=born, at=now))
            self.numbered += born
        surplus = self.count - replicas
        while surplus > 0:
            youngest = self.litters.pop()
            if youngest.count > surplus:
                self.litters.append(dataclasses.replace(youngest, count=youngest.count - surplus))
            surplus -= youngest.count
        self.count = replicas

    def hold_unready(self, now: Millis, until: Millis) -> None:
        self.unready_from, self.unready_until = now, until

    def running(self, now: Millis) -> list[str]:
        return [name for litter in self.litters if self._has_started(litter, now) for name in self._names(litter)]

    def ready(self, now: Millis) -> int:
        if not self.workload.ready or now < self.unready_until:
            return 0
        return sum(litter.count for litter in self.litters if self._has_started(litter, now))

    def listed(self, now: Millis) -> tuple[Pod, ...]:
        requests = dict.fromkeys(self.containers, self.workload.requests)
        return tuple(self._pod(name, litter, now, requests) for litter in self.litters for name in self._names(litter))

    def _pod(self, name: str, litter: _Litter, now: Millis, requests: Mapping[str, Mapping[str, Milli]]) -> Pod:
        started = self._has_started(litter, now)
        return Pod(
            name=name,
            phase=PodPhase.RUNNING if started else PodPhase.PENDING,
            ready=self._readiness(litter, now),
            start_time=wall_clock(litter.at),
            requests=requests,
            pod_requests={},
        )

    def _readiness(self, litter: _Litter, now: Millis) -> PodReady:
        start = self.workload.pod_start
        if start is None or not self.workload.ready or now < litter.at + start:
            return PodReady(status="False", last_transition=wall_clock(litter.at))
        ready_at = Millis(litter.at + start)
        if now < self.unready_until:
            return PodReady(status="False", last_transition=wall_clock(max(ready_at, self.unready_from)))
        return PodReady(status="True", last_transition=wall_clock(max(ready_at, self.unready_until)))

    def _has_started(self, litter: _Litter, now: Millis) -> bool:
        start = self.workload.pod_start
        return start is not None and now >= litter.at + start

    def _names(self, litter: _Litter) -> Iterator[str]:
        return (f"{self.name}-{number}" for number in range(litter.first, litter.first + litter.count))
